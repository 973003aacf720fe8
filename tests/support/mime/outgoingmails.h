// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/outgoingmail.h"
#include "support/mime/readmail.h"

/// A mail to be written, and the feature of the writer that it tests.
struct NamedMail {
    const char *name;
    Mime::OutgoingMail mail;
};

/// Mails with everything that a writer may get wrong. Several readers read the written mails, and all
/// must find the values from here.
QList<NamedMail> outgoingMails();

/// What a reader must find in `mail` once it is written.
ReadMail asRead(const Mime::OutgoingMail &mail);
