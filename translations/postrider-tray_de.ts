<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Application</name>
    <message>
        <source>Postrider (%1)</source>
        <translation>Postrider (%1)</translation>
    </message>
    <message>
        <source>There is no browser for %1. Install one, or choose one in the settings of your desktop.</source>
        <translation>Für %1 gibt es keinen Browser. Bitte installieren Sie einen, oder wählen Sie einen in den Einstellungen Ihres Desktops.</translation>
    </message>
</context>
<context>
    <name>CommandLine</name>
    <message>
        <source>It runs already and does not answer. End process %1 and start again.</source>
        <translation>Es läuft schon und antwortet nicht. Bitte beenden Sie den Prozess %1 und starten Sie neu.</translation>
    </message>
    <message>
        <source>Started with the session: stay small.</source>
        <translation>Mit der Sitzung gestartet: kein Fenster öffnen.</translation>
    </message>
    <message>
        <source>Ask the one that runs to quit.</source>
        <translation>Das laufende Programm beenden.</translation>
    </message>
    <message>
        <source>A mail to be written, as links of pages have it.</source>
        <translation>Eine Mail, die geschrieben werden soll, wie in Links von Webseiten.</translation>
    </message>
    <message>
        <source>Only one address beginning with mailto: is taken.</source>
        <translation>Es wird nur eine Adresse angenommen, die mit mailto: beginnt.</translation>
    </message>
</context>
<context>
    <name>ComposeSide</name>
    <message>
        <source>There is no mailbox yet to send from. Add one first.</source>
        <translation>Es gibt noch kein Postfach zum Senden. Bitte fügen Sie zuerst eines hinzu.</translation>
    </message>
</context>
<context>
    <name>Desktop::Autostart</name>
    <message>
        <source>%1 cannot be removed.</source>
        <translation>%1 kann nicht entfernt werden.</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
</context>
<context>
    <name>NoticeSide</name>
    <message>
        <source>Mailbox %1</source>
        <translation>Postfach %1</translation>
    </message>
</context>
<context>
    <name>Session::Failures</name>
    <message>
        <source>The user name or the password is wrong.</source>
        <translation>Der Benutzername oder das Passwort ist falsch.</translation>
    </message>
    <message>
        <source>You are no longer signed in. Please sign in again.</source>
        <translation>Sie sind nicht mehr angemeldet. Bitte melden Sie sich erneut an.</translation>
    </message>
    <message>
        <source>Your user may not do this.</source>
        <translation>Ihr Benutzer darf das nicht.</translation>
    </message>
    <message>
        <source>Too many failed tries. Please wait some minutes.</source>
        <translation>Zu viele Fehlversuche. Bitte warten Sie einige Minuten.</translation>
    </message>
    <message>
        <source>The mail service is busy. Please try again in a moment.</source>
        <translation>Der Maildienst ist beschäftigt. Bitte versuchen Sie es gleich noch einmal.</translation>
    </message>
    <message>
        <source>The mail is no longer there.</source>
        <translation>Die Mail gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>The mailbox is no longer there.</source>
        <translation>Das Postfach gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>The mailbox is paused. Resume its synchronisation first.</source>
        <translation>Das Postfach ist angehalten. Bitte setzen Sie zuerst seinen Abgleich fort.</translation>
    </message>
    <message>
        <source>This mailbox has no server for sending. Please enter one first.</source>
        <translation>Dieses Postfach hat keinen Server zum Senden. Bitte tragen Sie zuerst einen ein.</translation>
    </message>
    <message>
        <source>An address is not complete. Please check the recipients.</source>
        <translation>Eine Adresse ist nicht vollständig. Bitte prüfen Sie die Empfänger.</translation>
    </message>
    <message>
        <source>The disk of the mail service is full. Free some space and try again.</source>
        <translation>Der Datenträger des Maildienstes ist voll. Bitte schaffen Sie Platz und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>The mail service does not answer. Please try again.</source>
        <translation>Der Maildienst antwortet nicht. Bitte versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>What answers at this address is not Postrider.</source>
        <translation>Unter dieser Adresse antwortet nicht Postrider.</translation>
    </message>
    <message>
        <source>What answers there has not proved to be your mail service. It is told nothing.</source>
        <translation>Was dort antwortet, hat sich nicht als Ihr Maildienst ausgewiesen. Es erfährt nichts.</translation>
    </message>
</context>
<context>
    <name>Session::Link</name>
    <message>
        <source>The file that names your mail service cannot be trusted or is too old.</source>
        <translation>Der Datei, die Ihren Maildienst nennt, ist nicht zu trauen, oder sie ist zu alt.</translation>
    </message>
    <message>
        <source>Please sign in to %1.</source>
        <translation>Bitte melden Sie sich bei %1 an.</translation>
    </message>
    <message>
        <source>The mail service does not let this program in. Restarting it may help.</source>
        <translation>Der Maildienst lässt dieses Programm nicht zu. Ein Neustart des Dienstes kann helfen.</translation>
    </message>
    <message>
        <source>The mail service does not answer.</source>
        <translation>Der Maildienst antwortet nicht.</translation>
    </message>
    <message>
        <source>%1 does not answer.</source>
        <translation>%1 antwortet nicht.</translation>
    </message>
    <message>
        <source>Please sign in to %1 again.</source>
        <translation>Bitte melden Sie sich erneut bei %1 an.</translation>
    </message>
    <message>
        <source>What answers there has not proved to be your mail service. It is told nothing.</source>
        <translation>Was dort antwortet, hat sich nicht als Ihr Maildienst ausgewiesen. Es erfährt nichts.</translation>
    </message>
    <message>
        <source>The answer was not understood.</source>
        <translation>Die Antwort war nicht zu verstehen.</translation>
    </message>
    <message>
        <source>You have signed out.</source>
        <translation>Sie haben sich abgemeldet.</translation>
    </message>
</context>
<context>
    <name>Session::ServiceStarter</name>
    <message>
        <source>The mail service could not be started: %1</source>
        <translation>Der Maildienst konnte nicht gestartet werden: %1</translation>
    </message>
    <message>
        <source>The mail service could not start: %1</source>
        <translation>Der Maildienst konnte nicht starten: %1</translation>
    </message>
    <message>
        <source>The mail service, postriderd, is not installed here.</source>
        <translation>Der Maildienst postriderd ist hier nicht installiert.</translation>
    </message>
    <message>
        <source>The mail service was started and does not answer. Its log may say why: journalctl --user --unit postriderd</source>
        <translation>Der Maildienst wurde gestartet und antwortet nicht. Sein Protokoll sagt vielleicht, warum: journalctl --user --unit postriderd</translation>
    </message>
    <message>
        <source>The mail service was started and does not answer. It last said: %1</source>
        <translation>Der Maildienst wurde gestartet und antwortet nicht. Seine letzte Meldung: %1</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Please mend that, then choose “Start the mail service”. Its log is %1.</source>
        <translation>Bitte beheben Sie das und wählen Sie dann „Maildienst starten“. Sein Protokoll ist %1.</translation>
    </message>
</context>
<context>
    <name>Session::Settings</name>
    <message>
        <source>Please enter an address like https://mail.example.org.</source>
        <translation>Bitte geben Sie eine Adresse wie https://mail.example.org ein.</translation>
    </message>
    <message>
        <source>The address must begin with https://, because your password and mail go over it.</source>
        <translation>Die Adresse muss mit https:// beginnen, weil Ihr Passwort und Ihre Mails darüber gehen.</translation>
    </message>
</context>
<context>
    <name>Ui::ComposeWindow</name>
    <message>
        <source>&amp;Send</source>
        <translation>&amp;Senden</translation>
    </message>
    <message>
        <source>Reply – Postrider</source>
        <translation>Antwort – Postrider</translation>
    </message>
    <message>
        <source>New mail – Postrider</source>
        <translation>Neue Mail – Postrider</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>An</translation>
    </message>
    <message>
        <source>Copy to</source>
        <translation>Kopie an</translation>
    </message>
    <message>
        <source>Hidden copy to</source>
        <translation>Blindkopie an</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>Betreff</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text der Mail</translation>
    </message>
    <message>
        <source>&amp;From</source>
        <translation>&amp;Von</translation>
    </message>
    <message>
        <source>&amp;To</source>
        <translation>&amp;An</translation>
    </message>
    <message>
        <source>&amp;Copy to</source>
        <translation>&amp;Kopie an</translation>
    </message>
    <message>
        <source>&amp;Hidden copy to</source>
        <translation>B&amp;lindkopie an</translation>
    </message>
    <message>
        <source>Su&amp;bject</source>
        <translation>&amp;Betreff</translation>
    </message>
    <message>
        <source>Please say to whom the mail goes.</source>
        <translation>Bitte geben Sie an, an wen die Mail geht.</translation>
    </message>
    <message>
        <source>Sending …</source>
        <translation>Wird gesendet …</translation>
    </message>
    <message>
        <source>Close mail – Postrider</source>
        <translation>Mail schließen – Postrider</translation>
    </message>
    <message>
        <source>This mail is not sent. Keep it as a draft?</source>
        <translation>Diese Mail ist nicht gesendet. Als Entwurf behalten?</translation>
    </message>
    <message>
        <source>&amp;Keep as draft</source>
        <translation>Als &amp;Entwurf behalten</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>&amp;Verwerfen</translation>
    </message>
</context>
<context>
    <name>Ui::LogWindow</name>
    <message>
        <source>Log – Postrider</source>
        <translation>Protokoll – Postrider</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
</context>
<context>
    <name>Ui::LoginWindow</name>
    <message>
        <source>Sign in – Postrider</source>
        <translation>Anmelden – Postrider</translation>
    </message>
    <message>
        <source>Sign in to %1</source>
        <translation>Bei %1 anmelden</translation>
    </message>
    <message>
        <source>User name</source>
        <translation>Benutzername</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Passwort</translation>
    </message>
    <message>
        <source>&amp;User name</source>
        <translation>&amp;Benutzername</translation>
    </message>
    <message>
        <source>&amp;Password</source>
        <translation>&amp;Passwort</translation>
    </message>
    <message>
        <source>&amp;Sign in</source>
        <translation>An&amp;melden</translation>
    </message>
    <message>
        <source>Please enter both.</source>
        <translation>Bitte geben Sie beides ein.</translation>
    </message>
</context>
<context>
    <name>Ui::MainWindow</name>
    <message>
        <source>&amp;Mailboxes</source>
        <translation>&amp;Postfächer</translation>
    </message>
    <message>
        <source>&amp;Newest mails</source>
        <translation>&amp;Neueste Mails</translation>
    </message>
    <message>
        <source>S&amp;ync now</source>
        <translation>Jetzt &amp;abgleichen</translation>
    </message>
    <message>
        <source>&amp;Open in the browser</source>
        <translation>Im &amp;Browser öffnen</translation>
    </message>
    <message>
        <source>Mor&amp;e</source>
        <translation>&amp;Mehr</translation>
    </message>
    <message>
        <source>Sign in …</source>
        <translation>Anmelden …</translation>
    </message>
    <message>
        <source>Start the mail service</source>
        <translation>Maildienst starten</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>Jetzt versuchen</translation>
    </message>
    <message>
        <source>Unread: %1</source>
        <translation>Ungelesen: %1</translation>
    </message>
    <message>
        <source>Ne&amp;w mail</source>
        <translation>Neue Mai&amp;l</translation>
    </message>
    <message>
        <source>Search all mail</source>
        <translation>Alle Mails durchsuchen</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>Deleted: %1</source>
        <translation>Gelöscht: %1</translation>
    </message>
    <message>
        <source>Searching …</source>
        <translation>Suche läuft …</translation>
    </message>
    <message>
        <source>The newest %L1 of %L2 mails found</source>
        <translation>Die neuesten %L1 von %L2 gefundenen Mails</translation>
    </message>
    <message numerus="yes">
        <source>%n mails found</source>
        <translation>
            <numerusform>%n Mail gefunden</numerusform>
            <numerusform>%n Mails gefunden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Ui::Menu</name>
    <message>
        <source>Show mails</source>
        <translation>Mails anzeigen</translation>
    </message>
    <message>
        <source>Sync now</source>
        <translation>Jetzt abgleichen</translation>
    </message>
    <message>
        <source>No notices</source>
        <translation>Keine Benachrichtigungen</translation>
    </message>
    <message>
        <source>Pause synchronisation</source>
        <translation>Abgleich anhalten</translation>
    </message>
    <message>
        <source>Show notices again (paused until %1)</source>
        <translation>Wieder benachrichtigen (angehalten bis %1)</translation>
    </message>
    <message>
        <source>Pause notices</source>
        <translation>Benachrichtigungen anhalten</translation>
    </message>
    <message>
        <source>For 30 minutes</source>
        <translation>Für 30 Minuten</translation>
    </message>
    <message>
        <source>For 1 hour</source>
        <translation>Für 1 Stunde</translation>
    </message>
    <message>
        <source>Until tomorrow</source>
        <translation>Bis morgen</translation>
    </message>
    <message>
        <source>(no subject)</source>
        <translation>(kein Betreff)</translation>
    </message>
    <message>
        <source>Sign in …</source>
        <translation>Anmelden …</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>Jetzt versuchen</translation>
    </message>
    <message>
        <source>Start the mail service</source>
        <translation>Maildienst starten</translation>
    </message>
    <message>
        <source>No mailbox yet</source>
        <translation>Noch kein Postfach</translation>
    </message>
    <message>
        <source>Count all unread mails again</source>
        <translation>Wieder alle ungelesenen Mails zählen</translation>
    </message>
    <message>
        <source>Ignore what is unread now</source>
        <translation>Bisher Ungelesenes nicht mehr zählen</translation>
    </message>
    <message>
        <source>Open mail in the browser</source>
        <translation>Mail im Browser öffnen</translation>
    </message>
    <message>
        <source>Show window</source>
        <translation>Fenster anzeigen</translation>
    </message>
    <message>
        <source>Settings …</source>
        <translation>Einstellungen …</translation>
    </message>
    <message>
        <source>Show log</source>
        <translation>Protokoll anzeigen</translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation>Abmelden</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>In 1 hour</source>
        <translation>In 1 Stunde</translation>
    </message>
    <message>
        <source>Tonight</source>
        <translation>Heute Abend</translation>
    </message>
    <message>
        <source>On Monday</source>
        <translation>Am Montag</translation>
    </message>
    <message>
        <source>Open in the browser</source>
        <translation>Im Browser öffnen</translation>
    </message>
    <message>
        <source>Reply …</source>
        <translation>Antworten …</translation>
    </message>
    <message>
        <source>Mark as unread</source>
        <translation>Als ungelesen markieren</translation>
    </message>
    <message>
        <source>Mark as read</source>
        <translation>Als gelesen markieren</translation>
    </message>
    <message>
        <source>Star</source>
        <translation>Markieren</translation>
    </message>
    <message>
        <source>Show its notice again</source>
        <translation>Später erneut benachrichtigen</translation>
    </message>
    <message>
        <source>Delete here</source>
        <translation>Hier löschen</translation>
    </message>
    <message>
        <source>New mail …</source>
        <translation>Neue Mail …</translation>
    </message>
    <message>
        <source>tomorrow %1</source>
        <comment>time of the end of a pause</comment>
        <translation>morgen %1</translation>
    </message>
</context>
<context>
    <name>Ui::Notices</name>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Mark as read</source>
        <translation>Als gelesen markieren</translation>
    </message>
    <message>
        <source>Star</source>
        <translation>Markieren</translation>
    </message>
    <message>
        <source>Delete here</source>
        <translation>Hier löschen</translation>
    </message>
    <message>
        <source>New mail</source>
        <translation>Neue Mail</translation>
    </message>
    <message>
        <source>(no subject)</source>
        <translation>(kein Betreff)</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <comment>sender and mailbox</comment>
        <translation>%1 – %2</translation>
    </message>
    <message numerus="yes">
        <source>%n new mails</source>
        <translation>
            <numerusform>%n neue Mail</numerusform>
            <numerusform>%n neue Mails</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more mailboxes</source>
        <translation>
            <numerusform>und %n weiteres Postfach</numerusform>
            <numerusform>und %n weitere Postfächer</numerusform>
        </translation>
    </message>
    <message>
        <source>The mail could not be deleted</source>
        <translation>Die Mail konnte nicht gelöscht werden</translation>
    </message>
    <message>
        <source>The mail could not be starred</source>
        <translation>Die Mail konnte nicht markiert werden</translation>
    </message>
    <message>
        <source>The mail could not be marked as read</source>
        <translation>Die Mail konnte nicht als gelesen markiert werden</translation>
    </message>
    <message>
        <source>The mailbox could not be synchronised</source>
        <translation>Das Postfach konnte nicht abgeglichen werden</translation>
    </message>
    <message>
        <source>The mailbox could not be paused or resumed</source>
        <translation>Das Postfach konnte nicht angehalten oder fortgesetzt werden</translation>
    </message>
    <message>
        <source>No page could be opened</source>
        <translation>Es konnte keine Seite geöffnet werden</translation>
    </message>
    <message>
        <source>The start with your session is unchanged</source>
        <translation>Der Start mit Ihrer Sitzung bleibt, wie er war</translation>
    </message>
    <message>
        <source>That did not work</source>
        <translation>Das hat nicht geklappt</translation>
    </message>
    <message numerus="yes">
        <source>%n mailboxes need you</source>
        <translation>
            <numerusform>%n Postfach braucht Sie</numerusform>
            <numerusform>%n Postfächer brauchen Sie</numerusform>
        </translation>
    </message>
    <message>
        <source>A mailbox needs you</source>
        <translation>Ein Postfach braucht Sie</translation>
    </message>
    <message>
        <source>Copy %1</source>
        <translation>%1 kopieren</translation>
    </message>
    <message>
        <source>Later …</source>
        <translation>Später …</translation>
    </message>
    <message>
        <source>When is this to come again?</source>
        <translation>Wann soll das wiederkommen?</translation>
    </message>
    <message>
        <source>In 1 hour</source>
        <translation>In 1 Stunde</translation>
    </message>
    <message>
        <source>Tonight at %1</source>
        <translation>Heute um %1 Uhr</translation>
    </message>
    <message>
        <source>On Monday</source>
        <translation>Am Montag</translation>
    </message>
    <message>
        <source>Mail deleted</source>
        <translation>Mail gelöscht</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>The answer could not be begun</source>
        <translation>Die Antwort konnte nicht begonnen werden</translation>
    </message>
    <message>
        <source>The mail could not be begun</source>
        <translation>Die Mail konnte nicht begonnen werden</translation>
    </message>
    <message>
        <source>The mail could not be marked as unread</source>
        <translation>Die Mail konnte nicht als ungelesen markiert werden</translation>
    </message>
    <message>
        <source>The mail waits to be sent</source>
        <translation>Die Mail wartet auf den Versand</translation>
    </message>
    <message>
        <source>The mail is sent</source>
        <translation>Die Mail ist gesendet</translation>
    </message>
</context>
<context>
    <name>Ui::Reply</name>
    <message>
        <source>%1 wrote on %2:</source>
        <comment>sender and time</comment>
        <translation>%1 schrieb am %2:</translation>
    </message>
</context>
<context>
    <name>Ui::SettingsWindow</name>
    <message>
        <source>Settings – Postrider</source>
        <translation>Einstellungen – Postrider</translation>
    </message>
    <message>
        <source>Mail service</source>
        <translation>Maildienst</translation>
    </message>
    <message>
        <source>My own, on this &amp;computer</source>
        <translation>Mein eigener, auf diesem &amp;Computer</translation>
    </message>
    <message>
        <source>Start it when it is not r&amp;unning</source>
        <translation>Starten, wenn er nicht lä&amp;uft</translation>
    </message>
    <message>
        <source>One &amp;elsewhere, with sign-in</source>
        <translation>Einer and&amp;erswo, mit Anmeldung</translation>
    </message>
    <message>
        <source>Address of the mail service</source>
        <translation>Adresse des Maildienstes</translation>
    </message>
    <message>
        <source>Notices of new mail</source>
        <translation>Benachrichtigungen über neue Mails</translation>
    </message>
    <message>
        <source>&amp;Show notices</source>
        <translation>&amp;Benachrichtigungen anzeigen</translation>
    </message>
    <message>
        <source>Sender, subject and first words</source>
        <translation>Absender, Betreff und die ersten Worte</translation>
    </message>
    <message>
        <source>Sender only</source>
        <translation>Nur den Absender</translation>
    </message>
    <message>
        <source>Only that there is mail</source>
        <translation>Nur, dass es neue Mails gibt</translation>
    </message>
    <message>
        <source>What notices show</source>
        <translation>Was Benachrichtigungen zeigen</translation>
    </message>
    <message>
        <source>With a s&amp;ound</source>
        <translation>Mit T&amp;on</translation>
    </message>
    <message>
        <source>Mailboxes with notices</source>
        <translation>Postfächer mit Benachrichtigungen</translation>
    </message>
    <message>
        <source>They sho&amp;w</source>
        <translation>Sie &amp;zeigen</translation>
    </message>
    <message>
        <source>From &amp;mailboxes</source>
        <translation>Von &amp;Postfächern</translation>
    </message>
    <message>
        <source>Quiet hours</source>
        <translation>Ruhezeiten</translation>
    </message>
    <message>
        <source>&amp;Hold notices back every day</source>
        <translation>&amp;Jeden Tag zurückhalten</translation>
    </message>
    <message>
        <source>Quiet from</source>
        <translation>Ruhe von</translation>
    </message>
    <message>
        <source>Quiet until</source>
        <translation>Ruhe bis</translation>
    </message>
    <message>
        <source>&amp;from</source>
        <translation>&amp;von</translation>
    </message>
    <message>
        <source>un&amp;til</source>
        <translation>b&amp;is</translation>
    </message>
    <message>
        <source>This program</source>
        <translation>Dieses Programm</translation>
    </message>
    <message>
        <source>Coloured</source>
        <translation>Farbig</translation>
    </message>
    <message>
        <source>White, for dark panels</source>
        <translation>Weiß, für dunkle Leisten</translation>
    </message>
    <message>
        <source>Black, for light panels</source>
        <translation>Schwarz, für helle Leisten</translation>
    </message>
    <message>
        <source>Icon</source>
        <translation>Symbol</translation>
    </message>
    <message>
        <source>Start when I &amp;log in</source>
        <translation>Beim An&amp;melden starten</translation>
    </message>
    <message>
        <source>&amp;Icon</source>
        <translation>&amp;Symbol</translation>
    </message>
</context>
<context>
    <name>Ui::Status</name>
    <message>
        <source>no encrypted connection to the mail server</source>
        <translation>keine verschlüsselte Verbindung zum Mailserver</translation>
    </message>
    <message>
        <source>the mail server did not answer in time</source>
        <translation>der Mailserver hat nicht rechtzeitig geantwortet</translation>
    </message>
    <message>
        <source>the mail server reports an error</source>
        <translation>der Mailserver meldet einen Fehler</translation>
    </message>
    <message>
        <source>the mail server does not answer</source>
        <translation>der Mailserver antwortet nicht</translation>
    </message>
    <message>
        <source>Looking for the mail service</source>
        <translation>Suche den Maildienst</translation>
    </message>
    <message>
        <source>Starting the mail service</source>
        <translation>Starte den Maildienst</translation>
    </message>
    <message>
        <source>Signing in</source>
        <translation>Melde an</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>Verbinde</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>Verbunden</translation>
    </message>
    <message>
        <source>Connection lost, trying again</source>
        <translation>Verbindung verloren, neuer Versuch läuft</translation>
    </message>
    <message>
        <source>Connection lost, looking now and then</source>
        <translation>Verbindung verloren, sehe ab und zu nach</translation>
    </message>
    <message>
        <source>Not signed in</source>
        <translation>Nicht angemeldet</translation>
    </message>
    <message>
        <source>The mail service is not running</source>
        <translation>Der Maildienst läuft nicht</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>sign in again</source>
        <translation>bitte neu anmelden</translation>
    </message>
    <message>
        <source>the keychain is locked</source>
        <translation>der Schlüsselbund ist gesperrt</translation>
    </message>
    <message>
        <source>the stored password cannot be read</source>
        <translation>das gespeicherte Passwort ist nicht lesbar</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is not trusted</source>
        <translation>dem Zertifikat des Servers wird nicht vertraut</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>der Datenträger ist voll</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>trouble, and details</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%L1 of %L2 mails fetched</source>
        <translation>%L1 von %L2 Mails geholt</translation>
    </message>
    <message>
        <source>The keychain is locked. Unlock it to stay signed in.</source>
        <translation>Der Schlüsselbund ist gesperrt. Bitte entsperren Sie ihn, um angemeldet zu bleiben.</translation>
    </message>
    <message>
        <source>No keychain answers in this session. You stay signed in until you quit.</source>
        <translation>In dieser Sitzung antwortet kein Schlüsselbund. Sie bleiben angemeldet, bis Sie das Programm beenden.</translation>
    </message>
    <message numerus="yes">
        <source>%n unread</source>
        <translation>
            <numerusform>%n ungelesen</numerusform>
            <numerusform>%n ungelesen</numerusform>
        </translation>
    </message>
    <message>
        <source>Notices are held back</source>
        <translation>Benachrichtigungen sind angehalten</translation>
    </message>
</context>
</TS>
