// SPDX-License-Identifier: GPL-3.0-or-later
#include "mailbox/folderroles.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Mailbox;

using Problem = Store::FolderProblem;
using Kind = Store::FolderProblem::Kind;

class TestFolderRoles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsRoles_data();
    void findsRoles();
    void choosesOneFolder_data();
    void choosesOneFolder();
    void leavesOutPathsThatCannotBeKept();
    void namesWhatIsWrong_data();
    void namesWhatIsWrong();
};

namespace {

Imap::ListedFolder listed(const QString &path, Imap::FolderRole role = Imap::FolderRole::None,
                          const QString &delimiter = u"/"_s)
{
    Imap::ListedFolder folder;
    folder.path = path;
    folder.delimiter = delimiter;
    folder.role = role;
    return folder;
}

Imap::ListedFolder holder(const QString &path)
{
    Imap::ListedFolder folder = listed(path);
    folder.attributes = { "\\noselect" };
    return folder;
}

using Folders = QList<Imap::ListedFolder>;
using Roles = QHash<QString, QByteArray>;
constexpr auto Sent = Imap::FolderRole::Sent;

} // namespace

void TestFolderRoles::findsRoles_data()
{
    QTest::addColumn<Folders>("folders");
    QTest::addColumn<Store::FolderRoles>("setting");
    QTest::addColumn<Roles>("roles");
    const auto row = [](const char *name, const Folders &folders, Roles roles,
                        const Store::FolderRoles &setting = {}) {
        roles.insert(u"INBOX"_s, "inbox");
        QTest::newRow(name) << folders << setting << roles;
    };
    const QString dot = u"."_s;
    const auto none = Imap::FolderRole::None;
    row("at the top", { listed(u"Gesendet"_s) }, { { u"Gesendet"_s, "sent" } });
    row("below INBOX with a dot", { listed(u"INBOX.Trash"_s, none, dot) },
        { { u"INBOX.Trash"_s, "trash" } });
    row("below INBOX with a slash", { listed(u"INBOX/Spam"_s) }, { { u"INBOX/Spam"_s, "junk" } });
    row("below Gmail's level", { listed(u"[Gmail]/Drafts"_s) },
        { { u"[Gmail]/Drafts"_s, "drafts" } });
    row("the dot is no delimiter here", { listed(u"INBOX.Trash"_s) }, {});
    row("no levels", { listed(u"Sent"_s, none, {}) }, { { u"Sent"_s, "sent" } });
    row("below a folder of its owner's", { listed(u"Projects/Archive"_s) }, {});
    row("it holds folders only", { holder(u"Sent"_s) }, {});
    row("the server's word wins", { listed(u"Sent"_s), listed(u"Out"_s, Sent) },
        { { u"Out"_s, "sent" } });
    row("the server has another use for it", { listed(u"Archive"_s, Imap::FolderRole::Trash) },
        { { u"Archive"_s, "trash" } });
    row("the server marks all mail", { listed(u"Archive"_s, Imap::FolderRole::All) }, {});
    row("several with usual names", { listed(u"Junk"_s), listed(u"Spam"_s) },
        { { u"Junk"_s, "junk" }, { u"Spam"_s, "junk" } });
    row("the setting wins", { listed(u"Sent"_s, Sent), listed(u"Mine"_s) },
        { { u"Mine"_s, "sent" } }, { { "sent", u"Mine"_s } });
    row("the setting says none", { listed(u"Sent"_s, Sent), listed(u"Bin"_s) },
        { { u"Bin"_s, "trash" } }, { { "sent", QString() } });
    row("the setting names what is not there", { listed(u"Sent"_s, Sent) }, {},
        { { "sent", u"Mine"_s } });
    row("the setting has another use for it", { listed(u"Sent"_s, Sent) },
        { { u"Sent"_s, "archive" } }, { { "archive", u"Sent"_s } });
}

void TestFolderRoles::findsRoles()
{
    QFETCH(Folders, folders);
    QFETCH(Store::FolderRoles, setting);
    QFETCH(Roles, roles);
    QCOMPARE(rolesOf(folders, setting), roles);
    std::ranges::reverse(folders); // the server's order changes nothing
    QCOMPARE(rolesOf(folders, setting), roles);
}

void TestFolderRoles::choosesOneFolder_data()
{
    QTest::addColumn<Folders>("folders");
    QTest::addColumn<Store::FolderRoles>("setting");
    QTest::addColumn<QString>("path");
    const Store::FolderRoles unset;
    QTest::newRow("none") << Folders{ listed(u"Work"_s) } << unset << QString();
    QTest::newRow("first in the list of names")
        << Folders{ listed(u"Gesendet"_s), listed(u"Sent Items"_s) } << unset << u"Sent Items"_s;
    QTest::newRow("fewer levels") << Folders{ listed(u"INBOX/Sent"_s), listed(u"Sent"_s) } << unset
                                  << u"Sent"_s;
    QTest::newRow("by path") << Folders{ listed(u"SENT"_s), listed(u"Sent"_s) } << unset
                             << u"SENT"_s;
    QTest::newRow("of several marked ones the usual name")
        << Folders{ listed(u"A"_s, Sent), listed(u"Sent"_s, Sent) } << unset << u"Sent"_s;
    QTest::newRow("the setting") << Folders{ listed(u"A"_s), listed(u"Sent"_s, Sent) }
                                 << Store::FolderRoles{ { "sent", u"A"_s } } << u"A"_s;
    QTest::newRow("the setting says none")
        << Folders{ listed(u"Sent"_s, Sent) } << Store::FolderRoles{ { "sent", {} } } << QString();
}

void TestFolderRoles::choosesOneFolder()
{
    QFETCH(Folders, folders);
    QFETCH(Store::FolderRoles, setting);
    QFETCH(QString, path);
    QCOMPARE(folderFor("sent", folders, setting), path);
    std::ranges::reverse(folders);
    QCOMPARE(folderFor("sent", folders, setting), path);
}

void TestFolderRoles::leavesOutPathsThatCannotBeKept()
{
    const Folders folders{ listed(QString(1001, u'a')), listed(QString(900, u'会')),
                           listed(u"a\nb"_s), listed(u"Work"_s) };
    QStringList paths;
    for (const Store::ServerFolder &folder : serverFolders(folders, {}))
        paths.append(folder.path);
    QCOMPARE(paths, (QStringList{ u"INBOX"_s, u"Work"_s }));
}

void TestFolderRoles::namesWhatIsWrong_data()
{
    QTest::addColumn<Store::Account>("account");
    QTest::addColumn<QStringList>("refused");
    QTest::addColumn<QList<Problem>>("problems");
    Store::Account account;
    account.folders = { u"inbox"_s, u"Work"_s };
    const QStringList none;
    QTest::newRow("nothing") << account << none << QList<Problem>();
    QTest::newRow("refused") << account << QStringList{ u"Work"_s }
                             << QList<Problem>{ { u"Work"_s, {}, Kind::Refused } };
    account.folders = { u"INBOX"_s, u"Werk"_s, u"Lists"_s };
    QTest::newRow("missing, and no folder for mails")
        << account << none
        << QList<Problem>{ { u"Werk"_s, {}, Kind::Missing },
                           { u"Lists"_s, {}, Kind::NotSelectable } };
    account.folders = { u"INBOX"_s };
    account.appendSent = true;
    QTest::newRow("nowhere for copies")
        << account << none << QList<Problem>{ { {}, "sent", Kind::Missing } };
    account.folderRoles = { { "sent", u"Out"_s } };
    QTest::newRow("a role's folder is missing")
        << account << none << QList<Problem>{ { u"Out"_s, "sent", Kind::Missing } };
    account.folderRoles = { { "sent", u"Work"_s } };
    QTest::newRow("the setting gives one") << account << none << QList<Problem>();
}

void TestFolderRoles::namesWhatIsWrong()
{
    QFETCH(Store::Account, account);
    QFETCH(QStringList, refused);
    QFETCH(QList<Problem>, problems);
    const Folders folders{ listed(u"INBOX"_s), listed(u"Work"_s), holder(u"Lists"_s) };
    const QList<Store::ServerFolder> there = serverFolders(folders, account.folderRoles);
    QCOMPARE(folderProblems(account, there, refused), problems);
}

QTEST_GUILESS_MAIN(TestFolderRoles)
#include "tst_folderroles.moc"
