<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
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
        <source>%n mailboxes need you</source>
        <translation>
            <numerusform>%n mailbox needs you</numerusform>
            <numerusform>%n mailboxes need you</numerusform>
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
