// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/trial.h"

#include "policy/cleantext.h"

#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace Setup {

namespace {

constexpr qsizetype nameLength = 100;
constexpr qsizetype errorLength = 300;

std::optional<ShownCertificate> certificateOf(const QJsonObject &json)
{
    const QString fingerprint = json.value("fingerprint"_L1).toString();
    if (fingerprint.isEmpty())
        return std::nullopt;
    const QJsonObject shown = json.value("certificate"_L1).toObject();
    return ShownCertificate{ Policy::cleanLine(shown.value("issuer"_L1).toString(), nameLength),
                             Policy::cleanLine(shown.value("subject"_L1).toString(), nameLength),
                             fingerprint, shown.value("matchesHost"_L1).toBool(true) };
}

ServerTrial serverTrialOf(const QJsonObject &json)
{
    ServerTrial trial;
    trial.works = json.value("ok"_L1).toBool();
    trial.errorCode = json.value("errorCode"_L1).toString();
    trial.error = Policy::cleanLine(json.value("error"_L1).toString(), errorLength);
    const QString other = json.value("answersTo"_L1).toString();
    if (!other.isEmpty())
        trial.answersTo = securityFrom(other);
    trial.certificate = certificateOf(json);
    return trial;
}

} // namespace

Trial trialOf(const QJsonValue &data)
{
    const QJsonObject json = data.toObject();
    Trial trial{ serverTrialOf(json.value("imap"_L1).toObject()), {} };
    if (json.value("smtp"_L1).isObject())
        trial.smtp = serverTrialOf(json.value("smtp"_L1).toObject());
    return trial;
}

QString fingerprintText(const QString &fingerprint)
{
    QStringList pairs;
    for (qsizetype at = 0; at < fingerprint.size(); at += 2)
        pairs.append(fingerprint.mid(at, 2).toUpper());
    return pairs.join(u':');
}

} // namespace Setup
