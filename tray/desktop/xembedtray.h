// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractNativeEventFilter>
#include <QObject>

#include <cstdint>

struct xcb_connection_t;

namespace Desktop {

/**
 * Whether an X11 panel takes icons in the old way, asked without Qt, which remembers its first
 * answer for ever. Source: System Tray Protocol Specification.
 */
class XEmbedTray : public QObject, private QAbstractNativeEventFilter
{
    Q_OBJECT

public:
    explicit XEmbedTray(QObject *parent = nullptr);
    ~XEmbedTray() override;

    bool isThere() const;

Q_SIGNALS:
    void came();

private:
    bool nativeEventFilter(const QByteArray &type, void *message, qintptr *result) override;

    xcb_connection_t *m_connection = nullptr; ///< null: not on X11
    std::uint32_t m_selection = 0;
    std::uint32_t m_manager = 0;
};

} // namespace Desktop
