// SPDX-License-Identifier: GPL-3.0-or-later
#include "application/tlswatch.h"
#include "support/certificates.h"
#include "support/patience.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

/** Reading and renewing the service's own certificate. */
class TestTlsWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void takesAPairThatFits();
    void saysWhatIsWrongWithAPair_data();
    void saysWhatIsWrongWithAPair();
    void noticesFilesWrittenInPlace();
    void noticesFilesThatWereReplaced();
    void noticesLinksThatWereTurned();
    void keepsTheFormerPairWhereTheNewOneIsNoGood();
    void handsNothingOnWhereNothingChanged();

private:
    static QByteArray contents(const QString &file);
    static void write(const QString &file, const QByteArray &content);
    void watch();
    QSslCertificate certificate(const Support::Certificate &files) const;

    Support::Certificates m_certificates;
    const Support::Certificate m_first = m_certificates.make(u"first"_s);
    const Support::Certificate m_second = m_certificates.make(u"second"_s);
    std::unique_ptr<QTemporaryDir> m_dir;
    QString m_certificateFile;
    QString m_keyFile;
    std::unique_ptr<TlsWatch> m_watch;
    QList<QSslCertificate> m_used;
};

void TestTlsWatch::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    m_certificateFile = m_dir->filePath(u"cert.pem"_s);
    m_keyFile = m_dir->filePath(u"key.pem"_s);
    write(m_certificateFile, contents(m_first.certificateFile));
    write(m_keyFile, contents(m_first.keyFile));
    m_used.clear();
}

void TestTlsWatch::cleanup()
{
    m_watch.reset();
}

QByteArray TestTlsWatch::contents(const QString &file)
{
    QFile reader(file);
    return reader.open(QIODevice::ReadOnly) ? reader.readAll() : QByteArray();
}

void TestTlsWatch::write(const QString &file, const QByteArray &content)
{
    QFile writer(file);
    if (!writer.open(QIODevice::WriteOnly) || writer.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(file));
}

void TestTlsWatch::watch()
{
    m_watch = std::make_unique<TlsWatch>(
        m_certificateFile, m_keyFile, readTlsFiles(m_certificateFile, m_keyFile),
        [this](const Http::TlsIdentity &identity) { m_used.append(identity.chain.first()); });
}

QSslCertificate TestTlsWatch::certificate(const Support::Certificate &files) const
{
    return QSslCertificate::fromPath(files.certificateFile).constFirst();
}

void TestTlsWatch::takesAPairThatFits()
{
    const auto identity = tlsIdentity(readTlsFiles(m_first.certificateFile, m_first.keyFile));
    QVERIFY(identity.ok());
    QCOMPARE(identity->chain.first(), certificate(m_first));
}

void TestTlsWatch::saysWhatIsWrongWithAPair_data()
{
    QTest::addColumn<QString>("certificateFile");
    QTest::addColumn<QString>("keyFile");
    QTest::addColumn<QString>("message");
    QTest::newRow("the key of another")
        << m_first.certificateFile << m_second.keyFile
        << u"tls_key is not the key of the certificate in tls_cert"_s;
    QTest::newRow("no certificate") << m_first.keyFile << m_first.keyFile
                                    << u"tls_cert names a file without a PEM certificate"_s;
    QTest::newRow("no key") << m_first.certificateFile << m_first.certificateFile
                            << u"tls_key names a file without a usable PEM key (EC or RSA)"_s;
    QTest::newRow("no file") << u"/nowhere"_s << m_first.keyFile
                             << u"tls_cert names a file without a PEM certificate"_s;
}

void TestTlsWatch::saysWhatIsWrongWithAPair()
{
    QFETCH(QString, certificateFile);
    QFETCH(QString, keyFile);
    const auto identity = tlsIdentity(readTlsFiles(certificateFile, keyFile));
    QVERIFY(!identity.ok());
    QTEST(identity.error().message, "message");
}

void TestTlsWatch::noticesFilesWrittenInPlace()
{
    watch();
    write(m_certificateFile, contents(m_second.certificateFile));
    write(m_keyFile, contents(m_second.keyFile));
    QTRY_COMPARE(m_used, QList{ certificate(m_second) });
    write(m_keyFile, contents(m_first.keyFile));
    write(m_certificateFile, contents(m_first.certificateFile));
    QTRY_COMPARE(m_used, QList({ certificate(m_second), certificate(m_first) }));
}

void TestTlsWatch::noticesFilesThatWereReplaced()
{
    watch();
    for (const auto &[source, target] : { std::pair(m_second.certificateFile, m_certificateFile),
                                          std::pair(m_second.keyFile, m_keyFile) }) {
        write(target + u".new"_s, contents(source));
        QVERIFY(QFile::remove(target));
        QVERIFY(QFile::rename(target + u".new"_s, target));
    }
    QTRY_COMPARE(m_used, QList{ certificate(m_second) });
    write(m_certificateFile, contents(m_first.certificateFile));
    write(m_keyFile, contents(m_first.keyFile));
    QTRY_COMPARE(m_used.size(), 2);
}

// certbot renews a certificate by changing the targets of links.
void TestTlsWatch::noticesLinksThatWereTurned()
{
    for (const QString &file : { m_certificateFile, m_keyFile })
        QVERIFY(QFile::remove(file));
    QVERIFY(QFile::link(m_first.certificateFile, m_certificateFile));
    QVERIFY(QFile::link(m_first.keyFile, m_keyFile));
    watch();
    for (const QString &file : { m_certificateFile, m_keyFile })
        QVERIFY(QFile::remove(file));
    QVERIFY(QFile::link(m_second.certificateFile, m_certificateFile));
    QVERIFY(QFile::link(m_second.keyFile, m_keyFile));
    QTRY_COMPARE(m_used, QList{ certificate(m_second) });
}

void TestTlsWatch::keepsTheFormerPairWhereTheNewOneIsNoGood()
{
    watch();
    write(m_certificateFile, contents(m_second.certificateFile));
    QTest::ignoreMessage(
        QtWarningMsg,
        QRegularExpression(u"not renewed, the former one stays in use: tls_key is not the key"_s));
    m_watch->check();
    m_watch->check(); // logs the problem once
    QVERIFY(m_used.isEmpty());
    write(m_keyFile, contents(m_second.keyFile));
    QTRY_COMPARE(m_used, QList{ certificate(m_second) });
}

void TestTlsWatch::handsNothingOnWhereNothingChanged()
{
    watch();
    write(m_dir->filePath(u"other"_s), "x");
    m_watch->check();
    QVERIFY(m_used.isEmpty());
}

QTEST_GUILESS_MAIN(TestTlsWatch)
#include "tst_tlswatch.moc"
