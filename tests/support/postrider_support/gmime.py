# SPDX-License-Identifier: GPL-3.0-or-later
"""What GMime reads in a mail: the C library (Debian: libgmime-3.0-0), called without bindings."""

import ctypes
import ctypes.util
from dataclasses import dataclass, field


@dataclass
class Seen:
    """What GMime has read in a mail."""

    subject: str
    message_id: str
    recipients: list[str]  # addresses in To and Cc
    texts: dict[str, str] = field(default_factory=dict)  # type -> text, of the parts of a body
    files: dict[str, bytes] = field(default_factory=dict)  # file name -> content


def read(raw: bytes) -> Seen:
    """Parses and decodes the whole mail."""
    library = _library()
    stream = library.g_mime_stream_mem_new_with_buffer(raw, len(raw))
    parser = library.g_mime_parser_new_with_stream(stream)
    message = library.g_mime_parser_construct_message(parser, None)
    assert message, "GMime sees no mail"
    seen = Seen(
        (library.g_mime_message_get_subject(message) or b"").decode(),
        (library.g_mime_message_get_message_id(message) or b"").decode(),
        [],
    )
    addresses = library.g_mime_message_get_all_recipients(message)
    for index in range(library.internet_address_list_length(addresses) if addresses else 0):
        one = library.internet_address_list_get_address(addresses, index)
        seen.recipients.append(library.internet_address_mailbox_get_addr(one).decode())

    visit_type = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)

    def visit(_parent: int, part: int, _data: int) -> None:
        content = library.g_mime_part_get_content(part) if _is_part(library, part) else None
        if not content:
            return
        sink = library.g_mime_stream_mem_new()
        library.g_mime_data_wrapper_write_to_stream(content, sink)
        array = ctypes.cast(library.g_mime_stream_mem_get_byte_array(sink), ctypes.POINTER(_ByteArray))
        data = ctypes.string_at(array.contents.data, array.contents.length)
        name = library.g_mime_part_get_filename(part)
        kind = library.g_mime_object_get_content_type(part)
        media = library.g_mime_content_type_get_mime_type(kind).decode()
        if name:
            seen.files[name.decode()] = data
        else:
            seen.texts[media] = data.decode()

    library.g_mime_message_foreach(message, visit_type(visit), None)
    return seen


class _ByteArray(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_uint)]


def _is_part(library: ctypes.CDLL, thing: int) -> bool:
    gobject = ctypes.CDLL(ctypes.util.find_library("gobject-2.0") or "libgobject-2.0.so.0")
    gobject.g_type_check_instance_is_a.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    library.g_mime_part_get_type.restype = ctypes.c_size_t
    return bool(gobject.g_type_check_instance_is_a(thing, library.g_mime_part_get_type()))


_loaded: list[ctypes.CDLL] = []


def _library() -> ctypes.CDLL:
    if not _loaded:
        library = ctypes.CDLL("libgmime-3.0.so.0")
        pointers = (
            "g_mime_stream_mem_new_with_buffer g_mime_parser_new_with_stream g_mime_stream_mem_new "
            "g_mime_parser_construct_message g_mime_message_get_all_recipients g_mime_part_get_content "
            "internet_address_list_get_address g_mime_stream_mem_get_byte_array "
            "g_mime_object_get_content_type"
        )
        for name in pointers.split():
            getattr(library, name).restype = ctypes.c_void_p
        texts = (
            "g_mime_message_get_subject g_mime_message_get_message_id g_mime_part_get_filename "
            "internet_address_mailbox_get_addr g_mime_content_type_get_mime_type"
        )
        for name in texts.split():
            getattr(library, name).restype = ctypes.c_char_p
        library.g_mime_stream_mem_new_with_buffer.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
        for name in [*pointers.split()[1:], *texts.split(), "internet_address_list_length"]:
            arguments = [ctypes.c_void_p]
            if name == "g_mime_stream_mem_new":
                arguments = []
            if name == "g_mime_parser_construct_message":
                arguments = [ctypes.c_void_p, ctypes.c_void_p]
            if name == "internet_address_list_get_address":
                arguments = [ctypes.c_void_p, ctypes.c_int]
            getattr(library, name).argtypes = arguments
        library.g_mime_message_foreach.argtypes = [
            ctypes.c_void_p,
            ctypes.c_void_p,
            ctypes.c_void_p,
        ]
        library.g_mime_data_wrapper_write_to_stream.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
        library.g_mime_init()
        _loaded.append(library)
    return _loaded[0]
