// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <optional>

namespace Desktop {

class XEmbedTray;

/**
 * Whether the panel is dark. Decided by the colour of texts that an X11 panel announces
 * (`_NET_SYSTEM_TRAY_COLORS`), otherwise by the colour scheme of the desktop (Settings portal,
 * `org.freedesktop.appearance`), otherwise by the colours of windows.
 */
class PanelColour : public QObject
{
    Q_OBJECT

public:
    explicit PanelColour(QObject *parent = nullptr);

    bool isDark() const;

Q_SIGNALS:
    void changed(); ///< isDark() may have changed

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private Q_SLOTS:
    void ask();

private:
    XEmbedTray *m_old = nullptr;
    std::optional<uint> m_scheme; ///< 1: dark, 2: light
};

} // namespace Desktop
