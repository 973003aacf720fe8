// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractNativeEventFilter>
#include <QColor>
#include <QObject>

#include <cstdint>
#include <optional>

struct xcb_connection_t;

namespace Desktop {

/**
 * Whether an X11 panel supports tray icons of the old protocol (XEmbed). Asks the X server through xcb,
 * because Qt checks this only once. Source: System Tray Protocol Specification.
 */
class XEmbedTray : public QObject, private QAbstractNativeEventFilter
{
    Q_OBJECT

public:
    explicit XEmbedTray(QObject *parent = nullptr);
    ~XEmbedTray() override;

    bool isThere() const;
    /// The text colour of the panel; nothing: the panel does not publish one.
    std::optional<QColor> textColour() const;

Q_SIGNALS:
    void came(); ///< a panel that shows tray icons has started

private:
    bool nativeEventFilter(const QByteArray &type, void *message, qintptr *result) override;

    std::uint32_t owner() const; ///< the window of the panel; 0: no panel

    xcb_connection_t *m_connection = nullptr; ///< null: not on X11
    std::uint32_t m_selection = 0;
    std::uint32_t m_manager = 0;
    std::uint32_t m_colours = 0;
};

} // namespace Desktop
