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
    m_colours = atom(m_connection, "_NET_SYSTEM_TRAY_COLORS");
    qGuiApp->installNativeEventFilter(this);
}

XEmbedTray::~XEmbedTray()
{
    if (m_connection && qGuiApp)
        qGuiApp->removeNativeEventFilter(this);
}

bool XEmbedTray::isThere() const
{
    return owner() != XCB_NONE;
}

std::uint32_t XEmbedTray::owner() const
{
    if (!m_connection)
        return XCB_NONE;
    const auto cookie = xcb_get_selection_owner(m_connection, m_selection);
    const Freed<xcb_get_selection_owner_reply_t> reply(
        xcb_get_selection_owner_reply(m_connection, cookie, nullptr), &std::free);
    return reply ? reply->owner : XCB_NONE;
}

// The property holds four colours, that of plain texts first; red, green and blue have 16 bits each.
std::optional<QColor> XEmbedTray::textColour() const
{
    const std::uint32_t panel = owner();
    if (panel == XCB_NONE)
        return std::nullopt;
    const auto cookie =
        xcb_get_property(m_connection, 0, panel, m_colours, XCB_ATOM_CARDINAL, 0, 12);
    const Freed<xcb_get_property_reply_t> reply(
        xcb_get_property_reply(m_connection, cookie, nullptr), &std::free);
    if (!reply || reply->format != 32 || xcb_get_property_value_length(reply.get()) < 12)
        return std::nullopt;
    const auto *parts = static_cast<const std::uint32_t *>(xcb_get_property_value(reply.get()));
    return QColor::fromRgba64(quint16(parts[0]), quint16(parts[1]), quint16(parts[2]));
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
