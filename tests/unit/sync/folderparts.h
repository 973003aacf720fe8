// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "folderfixture.h"
#include "sync/arrivalfetcher.h"
#include "sync/bodyfetcher.h"
#include "sync/bodyimport.h"
#include "sync/changeapplier.h"
#include "sync/deletionwriter.h"
#include "sync/firstimport.h"
#include "sync/flagwriter.h"
#include "sync/foldercomparison.h"
#include "sync/foldercursor.h"
#include "sync/folderopener.h"
#include "sync/folderprogress.h"
#include "sync/mailboxreader.h"
#include "sync/maillister.h"
#include "sync/messagefetcher.h"
#include "sync/newmailfetcher.h"
#include "sync/newsapplier.h"
#include "sync/openfolder.h"
#include "sync/outlinefetcher.h"
#include "sync/requestedbodies.h"
#include "sync/resyncapplier.h"
#include "sync/serverchangewriter.h"
#include "sync/unreadablemails.h"

/**
 * The objects that synchronise INBOX of a FolderFixture, connected as in Sync::FolderSync, with the
 * folder's row as it is stored. The account is copied, so it is changed before.
 */
struct FolderParts {
    explicit FolderParts(FolderFixture &with) : fixture(with)
    {
        cursor.remember(fixture.storedRow());
    }

    FolderFixture &fixture;
    Sync::Context &context = fixture.context;
    Imap::Session &session = fixture.session;
    Sync::BodyRequests requests;

    Sync::FolderProgress progress;
    Sync::FolderCursor cursor{ context.database, fixture.account, QStringLiteral("INBOX"),
                               "inbox" };
    Sync::OpenFolder open{ session };
    Sync::UnreadableMails unreadable{ cursor };
    Sync::MailboxReader reader{ context, session, cursor, open };
    Sync::MessageFetcher fetcher{ context.pool, session, unreadable };
    Sync::ChangeApplier applier{ context, cursor };
    Sync::MailLister lister{ context, cursor, fetcher, progress };
    Sync::NewMailFetcher newMails{ context, fixture.indexer, cursor, fetcher };
    Sync::ArrivalFetcher arrivals{ cursor, open, unreadable, reader, lister, newMails };
    Sync::OutlineFetcher outlines{ context, fixture.indexer, session, cursor, unreadable };
    Sync::BodyFetcher bodies{ context, fixture.indexer, cursor, fetcher, outlines, progress };
    Sync::RequestedBodies requested{ requests, cursor, bodies };
    Sync::BodyImport bodyImport{ context.database, cursor,    open,   unreadable,
                                 arrivals,         requested, bodies, progress };
    Sync::FolderOpener opener{ context.clock, session, cursor, open };
    Sync::ResyncApplier resync{ context.database, cursor, unreadable, reader, applier, arrivals };
    Sync::NewsApplier news{
        session, cursor, open, applier, arrivals, std::chrono::milliseconds(1)
    };
    Sync::FirstImport firstImport{ context.database, cursor, reader, applier };
    Sync::FolderComparison comparison{
        context, cursor, open, reader, applier, arrivals, firstImport
    };
    Sync::FlagWriter flagWriter{ context.database, session, cursor, reader };
    Sync::DeletionWriter deletionWriter{ context.database, session, cursor };
    Sync::ServerChangeWriter changeWriter{ session, cursor, flagWriter, deletionWriter };
};
