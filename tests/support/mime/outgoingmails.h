// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/outgoingmail.h"
#include "support/mime/readmail.h"

/// A mail to be written, and which habit of writers it is about.
struct NamedMail {
    const char *name;
    Mime::OutgoingMail mail;
};

/// Mails with a bit of everything that a writer may get wrong. Written mail is read back by several
/// readers, and all must find what stands here.
QList<NamedMail> outgoingMails();

/// What a reader must find in `mail` once it is written.
ReadMail asRead(const Mime::OutgoingMail &mail);
