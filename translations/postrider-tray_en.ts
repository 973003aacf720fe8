<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Setup::Amount</name>
    <message numerus="yes">
        <source>%Ln mails</source>
        <translation>
            <numerusform>%Ln mail</numerusform>
            <numerusform>%Ln mails</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Setup::Duration</name>
    <message numerus="yes">
        <source>about %n minutes</source>
        <translation>
            <numerusform>about %n minute</numerusform>
            <numerusform>about %n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n hours</source>
        <translation>
            <numerusform>about %n hour</numerusform>
            <numerusform>about %n hours</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Setup::Flow</name>
    <message numerus="yes">
        <source>The mail service limits the number of attempts. The next attempt is made automatically in %n seconds.</source>
        <translation>
            <numerusform>The mail service limits the number of attempts. The next attempt is made automatically in %n second.</numerusform>
            <numerusform>The mail service limits the number of attempts. The next attempt is made automatically in %n seconds.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Setup::Spans</name>
    <message numerus="yes">
        <source>Mail of the last %n days</source>
        <translation>
            <numerusform>Mail of the last %n day</numerusform>
            <numerusform>Mail of the last %n days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Setup::SyncPage</name>
    <message numerus="yes">
        <source>%Ln mails</source>
        <translation>
            <numerusform>%Ln mail</numerusform>
            <numerusform>%Ln mails</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Ui::MainWindow</name>
    <message numerus="yes">
        <source>%n mails found</source>
        <translation>
            <numerusform>%n mail found</numerusform>
            <numerusform>%n mails found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Ui::Notices</name>
    <message numerus="yes">
        <source>%n new mails</source>
        <translation>
            <numerusform>%n new mail</numerusform>
            <numerusform>%n new mails</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more mailboxes</source>
        <translation>
            <numerusform>and %n more mailbox</numerusform>
            <numerusform>and %n more mailboxes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n mailboxes need your attention</source>
        <translation>
            <numerusform>%n mailbox needs your attention</numerusform>
            <numerusform>%n mailboxes need your attention</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Ui::Status</name>
    <message numerus="yes">
        <source>%n unread</source>
        <translation>
            <numerusform>%n unread</numerusform>
            <numerusform>%n unread</numerusform>
        </translation>
    </message>
</context>
</TS>
