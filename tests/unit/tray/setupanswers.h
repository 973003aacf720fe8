// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

/** Answers of a service while a mailbox is set up. */
namespace SetupAnswers {

inline const QByteArray found =
    R"({"code":0,"data":{"found":true,"source":"wellKnown","message":"x",
    "provider":"Test Mail","account":{"email":"nina@example.org","host":"imap.example.org",
    "port":993,"security":"tls","username":"nina@example.org","smtp_host":"smtp.example.org",
    "smtp_port":465,"smtpSecurity":"tls","smtpUsername":"nina@example.org"},
    "authentication":["password"],"helpUrl":null,"note":null,"warnings":[],"tried":[]}})";
inline const QByteArray foundOAuth =
    R"({"code":0,"data":{"found":true,"source":"providers","message":"x",
    "provider":"The House","account":{"email":"nina@example.org","host":"imap.example.org",
    "port":993,"security":"tls","username":"nina@example.org","smtp_host":null,"smtp_port":null,
    "smtpSecurity":null,"smtpUsername":null},"authentication":["oauth2"],"oauthProvider":"house",
    "helpUrl":null,"note":null,"warnings":[],"tried":[]}})";
inline const QByteArray nothing = R"({"code":0,"data":{"found":false,"source":null,"message":"x",
    "provider":null,"account":{"email":"nina@example.org","host":null,"port":null,
    "security":null,"username":null,"smtp_host":null,"smtp_port":null,"smtpSecurity":null,
    "smtpUsername":null},"authentication":[],"helpUrl":null,"note":null,"warnings":[],"tried":[]}})";
inline const QByteArray works =
    R"({"code":0,"data":{"success":true,"message":"x","imap":{"ok":true},
    "smtp":{"ok":true}}})";
inline const QByteArray refused =
    R"({"code":0,"data":{"success":false,"message":"x","imap":{"ok":false,
    "error":"NO","errorCode":"auth_failed"},"smtp":{"ok":false,"error":"535",
    "errorCode":"auth_failed"}}})";
inline const QByteArray smtpSpeaksStartTls = R"({"code":0,"data":{"success":false,"message":"x",
    "imap":{"ok":true},"smtp":{"ok":false,"error":"The TLS handshake failed.",
    "errorCode":"tls_failed","answersTo":"starttls"}}})";
inline const QByteArray listing = R"({"code":0,"data":{"count":2,"folders":[
    {"path":"INBOX","name":"INBOX","role":"inbox","selectable":true,"serverTotal":2,
     "serverUnread":1,"serverSize":100},
    {"path":"Sent","name":"Sent","role":"sent","selectable":true,"serverTotal":0,
     "serverUnread":0,"serverSize":0}]}})";
inline const QByteArray account = R"({"id":7,"name":"nina@example.org","email":"nina@example.org",
    "host":"imap.example.org","port":993,"security":"tls","username":"nina@example.org",
    "smtp_host":"smtp.example.org","smtp_port":465,"smtpSecurity":"tls","smtpUsername":null,
    "authType":"password","oauthProvider":null,"tlsPin":null,"folders":["INBOX"],
    "syncMode":"all","syncDays":30,"status":"active","lastSyncAt":null,"syncProgress":null,
    "mailCount":0})";
inline const QByteArray created = R"({"code":0,"data":)" + account + "}";

} // namespace SetupAnswers
