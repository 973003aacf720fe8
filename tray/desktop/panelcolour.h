// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <optional>

namespace Desktop {

class XEmbedTray;

/**
 * Whether the panel is dark, as far as somebody says so: an X11 panel by the colour of its own texts
 * (`_NET_SYSTEM_TRAY_COLORS`), else the desktop by its colour scheme (Settings portal,
 * `org.freedesktop.appearance`), else the colours of windows.
 */
class PanelColour : public QObject
{
    Q_OBJECT

public:
    explicit PanelColour(QObject *parent = nullptr);

    bool isDark() const;

Q_SIGNALS:
    void changed(); ///< it may have

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private Q_SLOTS:
    void ask();

private:
    XEmbedTray *m_old = nullptr;
    std::optional<uint> m_scheme; ///< 1: dark, 2: light
};

} // namespace Desktop
