// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/accountjson.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace Qt::StringLiterals;

class AccountJsonTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void accountWithoutANodeHasNull();
    void accountNamesItsNode();
    void unknownAddressIsNull();
};

namespace {

QJsonObject json(const std::optional<Store::Holder> &node)
{
    Api::AccountView view;
    view.node = node;
    Json::Writer json;
    Api::writeAccount(json, view);
    return QJsonDocument::fromJson(json.take()).object();
}

} // namespace

void AccountJsonTest::accountWithoutANodeHasNull()
{
    const QJsonObject account = json(std::nullopt);
    QVERIFY(account.contains(u"node"));
    QVERIFY(account[u"node"].isNull());
}

void AccountJsonTest::accountNamesItsNode()
{
    const QJsonObject expected{ { u"id"_s, 7 },
                                { u"name"_s, u"mail-a"_s },
                                { u"address"_s, u"http://10.0.0.5:8725"_s } };
    QCOMPARE(json(Store::Holder{ 7, u"mail-a"_s, u"http://10.0.0.5:8725"_s })[u"node"].toObject(),
             expected);
}

void AccountJsonTest::unknownAddressIsNull()
{
    const QJsonObject node = json(Store::Holder{ 7, u"mail-a"_s, {} })[u"node"].toObject();
    QVERIFY(node.contains(u"address"));
    QVERIFY(node[u"address"].isNull());
}

QTEST_APPLESS_MAIN(AccountJsonTest)
#include "tst_accountjson.moc"
