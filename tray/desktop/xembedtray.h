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
 * Whether an X11 panel shows icons by the old protocol. Uses xcb, because Qt keeps its first answer for
 * ever. Source: System Tray Protocol Specification.
 */
class XEmbedTray : public QObject, private QAbstractNativeEventFilter
{
    Q_OBJECT

public:
    explicit XEmbedTray(QObject *parent = nullptr);
    ~XEmbedTray() override;

    bool isThere() const;
    /// The colour of texts in the panel; nothing: it does not announce one.
    std::optional<QColor> textColour() const;

Q_SIGNALS:
    void came();

private:
    bool nativeEventFilter(const QByteArray &type, void *message, qintptr *result) override;

    std::uint32_t owner() const; ///< the panel's window; 0: there is none

    xcb_connection_t *m_connection = nullptr; ///< null: not on X11
    std::uint32_t m_selection = 0;
    std::uint32_t m_manager = 0;
    std::uint32_t m_colours = 0;
};

} // namespace Desktop
