// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/xembedtray.h"

#include <QGuiApplication>

#include <cstdlib>
#include <memory>
#include <xcb/xcb.h>

namespace Desktop {

namespace {

template<typename T>
using Freed = std::unique_ptr<T, decltype(&std::free)>;

std::uint32_t atom(xcb_connection_t *connection, QByteArrayView name)
{
    const auto cookie = xcb_intern_atom(connection, 0, std::uint16_t(name.size()), name.data());
    const Freed<xcb_intern_atom_reply_t> reply(xcb_intern_atom_reply(connection, cookie, nullptr),
                                               &std::free);
    return reply ? reply->atom : 0;
}

} // namespace

XEmbedTray::XEmbedTray(QObject *parent) : QObject(parent)
{
    const auto *x11 = qGuiApp->nativeInterface<QNativeInterface::QX11Application>();
    if (!x11)
        return;
    m_connection = x11->connection();
    m_selection = atom(m_connection, "_NET_SYSTEM_TRAY_S0");
    m_manager = atom(m_connection, "MANAGER");
    qGuiApp->installNativeEventFilter(this);
}

XEmbedTray::~XEmbedTray()
{
    if (m_connection && qGuiApp)
        qGuiApp->removeNativeEventFilter(this);
}

bool XEmbedTray::isThere() const
{
    if (!m_connection)
        return false;
    const auto cookie = xcb_get_selection_owner(m_connection, m_selection);
    const Freed<xcb_get_selection_owner_reply_t> reply(
        xcb_get_selection_owner_reply(m_connection, cookie, nullptr), &std::free);
    return reply && reply->owner != XCB_NONE;
}

bool XEmbedTray::nativeEventFilter(const QByteArray &type, void *message, qintptr *)
{
    if (type != "xcb_generic_event_t")
        return false;
    const auto *event = static_cast<const xcb_generic_event_t *>(message);
    if ((event->response_type & 0x7f) != XCB_CLIENT_MESSAGE)
        return false;
    const auto *told = reinterpret_cast<const xcb_client_message_event_t *>(event);
    if (told->type == m_manager && told->data.data32[1] == m_selection)
        Q_EMIT came();
    return false;
}

} // namespace Desktop
