// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/apierror.h"

#include <QSet>
#include <QTest>

class tst_ApiError : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void listsEachErrorOnceInOrder();
    void givesStatusSlugAndText();
};

void tst_ApiError::listsEachErrorOnceInOrder()
{
    QSet<QByteArray> slugs;
    int last = 0;
    for (const ApiErrorInfo &info : apiErrors()) {
        QVERIFY(int(info.error) > last);
        last = int(info.error);
        QVERIFY2(httpStatus(info.error) >= 400 && httpStatus(info.error) < 600, info.slug);
        QVERIFY2(!slugs.contains(info.slug), info.slug);
        slugs.insert(info.slug);
        QVERIFY2(QByteArray(info.text).endsWith('.'), info.text);
    }
    QCOMPARE(slugs.size(), 62);
}

void tst_ApiError::givesStatusSlugAndText()
{
    QCOMPARE(httpStatus(ApiError::MailNotFound), 404);
    QCOMPARE(apiErrorInfo(ApiError::MailNotFound).slug, "mail_not_found");
    QCOMPARE(apiErrorInfo(ApiError::StorageFull).slug, "storage_full");
}

QTEST_GUILESS_MAIN(tst_ApiError)
#include "tst_apierror.moc"
