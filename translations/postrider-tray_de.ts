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
        <source>Postrider is already running but does not answer. End process %1, then start Postrider again.</source>
        <translation>Es läuft schon und antwortet nicht. Bitte beenden Sie den Prozess %1 und starten Sie neu.</translation>
    </message>
    <message>
        <source>Start without a window (used at login).</source>
        <translation>Mit der Sitzung gestartet: kein Fenster öffnen.</translation>
    </message>
    <message>
        <source>Quit the program that is running.</source>
        <translation>Das laufende Programm beenden.</translation>
    </message>
    <message>
        <source>Write a new mail with the values of this mailto: link.</source>
        <translation>Eine Mail, die geschrieben werden soll, wie in Links von Webseiten.</translation>
    </message>
    <message>
        <source>Only one argument is allowed, and it must begin with mailto:.</source>
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
    <name>NoticeController</name>
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
        <source>A recipient is not a valid e-mail address. Please check the recipients.</source>
        <translation>Ein Empfänger ist keine gültige E-Mail-Adresse. Bitte prüfen Sie die Empfänger.</translation>
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
        <source>The program at this address is not Postrider. Please check the address.</source>
        <translation>Unter dieser Adresse antwortet nicht Postrider. Bitte prüfen Sie die Adresse.</translation>
    </message>
    <message>
        <source>The program at that address could not prove that it is your mail service. No password was sent to it.</source>
        <translation>Das Programm unter dieser Adresse konnte sich nicht als Ihr Maildienst ausweisen. Es wurde kein Passwort dorthin gesendet.</translation>
    </message>
    <message>
        <source>The server of the mailing list did not accept the request, so you may still be subscribed. Try again later, or use the link in the mail.</source>
        <translation>Der Server der Liste hat die Anfrage nicht angenommen; vielleicht stehen Sie noch darauf. Bitte versuchen Sie es später erneut, oder verwenden Sie den Link in der E-Mail.</translation>
    </message>
</context>
<context>
    <name>Session::Link</name>
    <message>
        <source>The pairing file of your mail service cannot be trusted or is too old. Restarting the service may help.</source>
        <translation>Der Kopplungsdatei Ihres Maildienstes ist nicht zu trauen, oder sie ist zu alt. Ein Neustart des Dienstes kann helfen.</translation>
    </message>
    <message>
        <source>Please sign in to %1.</source>
        <translation>Bitte melden Sie sich bei %1 an.</translation>
    </message>
    <message>
        <source>The mail service refuses the login of this program. Restarting the service may help.</source>
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
        <source>The program at that address could not prove that it is your mail service. No password was sent to it.</source>
        <translation>Das Programm unter dieser Adresse konnte sich nicht als Ihr Maildienst ausweisen. Es wurde kein Passwort dorthin gesendet.</translation>
    </message>
    <message>
        <source>The mail service sent an invalid answer. Please try again.</source>
        <translation>Die Antwort des Maildienstes war ungültig. Bitte versuchen Sie es erneut.</translation>
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
        <source>The mail service was started but does not answer. Its log may show the reason: journalctl --user --unit postriderd</source>
        <translation>Der Maildienst wurde gestartet und antwortet nicht. Sein Protokoll sagt vielleicht, warum: journalctl --user --unit postriderd</translation>
    </message>
    <message>
        <source>The mail service was started but does not answer. Its last log message: %1</source>
        <translation>Der Maildienst wurde gestartet und antwortet nicht. Seine letzte Meldung: %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Please correct that, then choose “Start the mail service”. The log file is %1.</source>
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
        <source>The address must begin with https://, because your password and your mail are sent over this connection.</source>
        <translation>Die Adresse muss mit https:// beginnen, weil Ihr Passwort und Ihre Mails darüber gehen.</translation>
    </message>
</context>
<context>
    <name>Setup::AccountPage</name>
    <message>
        <source>&amp;Sign in again …</source>
        <translation>Erneut an&amp;melden …</translation>
    </message>
    <message>
        <source>with a new password, or with the browser</source>
        <translation>mit einem neuen Passwort oder im Browser</translation>
    </message>
    <message>
        <source>Mail s&amp;ervers …</source>
        <translation>Mail&amp;server …</translation>
    </message>
    <message>
        <source>names, ports and encryption</source>
        <translation>Namen, Ports und Verschlüsselung</translation>
    </message>
    <message>
        <source>&amp;Folders and names …</source>
        <translation>&amp;Ordner und Namen …</translation>
    </message>
    <message>
        <source>which folders are fetched, how far back</source>
        <translation>welche Ordner geholt werden und wie weit zurück</translation>
    </message>
    <message>
        <source>no mail is fetched while it is paused</source>
        <translation>solange der Abgleich ruht, wird nichts geholt</translation>
    </message>
    <message>
        <source>&amp;Remove …</source>
        <translation>&amp;Entfernen …</translation>
    </message>
    <message>
        <source>from here; the mail stays at the provider</source>
        <translation>nur von hier; beim Anbieter bleiben die Mails</translation>
    </message>
    <message>
        <source>Mailbox</source>
        <translation>Postfach</translation>
    </message>
    <message>
        <source>This mailbox is paused.</source>
        <translation>Dieses Postfach ist angehalten.</translation>
    </message>
    <message>
        <source>Listing the folders …</source>
        <translation>Ordner werden abgefragt …</translation>
    </message>
    <message>
        <source>Resume s&amp;ynchronisation</source>
        <translation>A&amp;bgleich fortsetzen</translation>
    </message>
    <message>
        <source>Pause s&amp;ynchronisation</source>
        <translation>A&amp;bgleich anhalten</translation>
    </message>
    <message>
        <source>Remove mailbox – Postrider</source>
        <translation>Postfach entfernen – Postrider</translation>
    </message>
    <message>
        <source>Remove %1 and its mail from here? The mail at the provider stays as it is.</source>
        <translation>Möchten Sie %1 und die zugehörigen Mails von hier entfernen? Die Mails beim Anbieter bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>S&amp;chließen</translation>
    </message>
    <message>
        <source>Synchronised by %1.</source>
        <translation>Wird abgeglichen von %1.</translation>
    </message>
</context>
<context>
    <name>Setup::AddressPage</name>
    <message>
        <source>Enter the servers by &amp;hand</source>
        <translation>Server von &amp;Hand eintragen</translation>
    </message>
    <message>
        <source>&amp;E-mail address</source>
        <translation>&amp;E-Mail-Adresse</translation>
    </message>
    <message>
        <source>E-mail address</source>
        <translation>E-Mail-Adresse</translation>
    </message>
    <message>
        <source>Looking for the mail servers</source>
        <translation>Suche nach den Mailservern</translation>
    </message>
    <message>
        <source>Add a mailbox</source>
        <translation>Postfach hinzufügen</translation>
    </message>
    <message>
        <source>Only your address is needed: the mail servers are found automatically.</source>
        <translation>Ihre Adresse genügt: Die Mailserver werden automatisch gefunden.</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>&amp;Weiter</translation>
    </message>
</context>
<context>
    <name>Setup::Amount</name>
    <message>
        <source>Inbox</source>
        <translation>Posteingang</translation>
    </message>
    <message numerus="yes">
        <source>%Ln mails</source>
        <translation>
            <numerusform>%Ln Mail</numerusform>
            <numerusform>%Ln Mails</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>number of mails and their size</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>Archiv</translation>
    </message>
    <message>
        <source>Drafts</source>
        <translation>Entwürfe</translation>
    </message>
    <message>
        <source>Junk</source>
        <translation>Spam</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>Gesendet</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Papierkorb</translation>
    </message>
</context>
<context>
    <name>Setup::BrowserLogin</name>
    <message>
        <source>Nobody has signed in with the browser for 5 minutes. Try again, and finish the sign-in there.</source>
        <translation>Seit 5 Minuten hat sich niemand im Browser angemeldet. Bitte versuchen Sie es erneut, und schließen Sie die Anmeldung dort ab.</translation>
    </message>
    <message>
        <source>There is no free port on this computer to receive the answer of the browser. Close some programs and try again.</source>
        <translation>Auf diesem Computer ist kein Port frei, über den der Browser antworten kann. Bitte schließen Sie einige Programme und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>The mail service returned no safe sign-in page. Ask its operator to check the settings of the provider.</source>
        <translation>Der Maildienst nennt keine Seite, auf der die Anmeldung sicher ist. Bitte sagen Sie seinem Betreiber, dass die Einstellungen zum Anbieter zu prüfen sind.</translation>
    </message>
    <message>
        <source>The browser returned an answer that does not belong to this sign-in. Begin again.</source>
        <translation>Der Browser hat eine Antwort gebracht, die nicht zu dieser Anmeldung gehört. Bitte beginnen Sie von vorn.</translation>
    </message>
    <message>
        <source>The sign-in was declined in the browser. Begin again if you want to allow it.</source>
        <translation>Die Anmeldung wurde im Browser abgelehnt. Wenn Sie sie erlauben möchten, beginnen Sie bitte von vorn.</translation>
    </message>
    <message>
        <source>The provider did not sign you in (%1). Begin again, or ask the provider.</source>
        <translation>Der Anbieter hat Sie nicht angemeldet (%1). Bitte beginnen Sie von vorn, oder fragen Sie den Anbieter.</translation>
    </message>
    <message>
        <source>Your provider cannot finish the sign-in now: %1 Try again in a moment.</source>
        <translation>Ihr Anbieter kann die Anmeldung jetzt nicht abschließen: %1 Bitte versuchen Sie es gleich noch einmal.</translation>
    </message>
    <message>
        <source>This sign-in is no longer valid. Sign in with the browser again.</source>
        <translation>Diese Anmeldung ist abgelaufen. Bitte melden Sie sich erneut im Browser an.</translation>
    </message>
</context>
<context>
    <name>Setup::Duration</name>
    <message>
        <source>less than a minute</source>
        <translation>noch weniger als eine Minute</translation>
    </message>
    <message numerus="yes">
        <source>about %n minutes</source>
        <translation>
            <numerusform>noch etwa %n Minute</numerusform>
            <numerusform>noch etwa %n Minuten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n hours</source>
        <translation>
            <numerusform>noch etwa %n Stunde</numerusform>
            <numerusform>noch etwa %n Stunden</numerusform>
        </translation>
    </message>
    <message>
        <source>%L1 of %L2</source>
        <comment>mails</comment>
        <translation>%L1 von %L2 Mails</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>mails and the time that is left</comment>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>Setup::Flow</name>
    <message numerus="yes">
        <source>The mail service limits the number of attempts. The next attempt is made automatically in %n seconds.</source>
        <translation>
            <numerusform>Der Maildienst möchte vor weiteren Versuchen eine Pause. In %n Sekunde geht es von selbst weiter.</numerusform>
            <numerusform>Der Maildienst möchte vor weiteren Versuchen eine Pause. In %n Sekunden geht es von selbst weiter.</numerusform>
        </translation>
    </message>
    <message>
        <source>Not yet: %1 This is tried again automatically.</source>
        <translation>Noch nicht: %1 Es geht von selbst weiter.</translation>
    </message>
    <message>
        <source>This mailbox is set up here already. Close this window, and change it from its entry in the menu.</source>
        <translation>Dieses Postfach ist hier schon eingerichtet. Bitte schließen Sie dieses Fenster und ändern Sie es über seinen Eintrag im Menü.</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>Gespeichert.</translation>
    </message>
    <message>
        <source>Enter your e-mail address first.</source>
        <translation>Bitte geben Sie zuerst Ihre E-Mail-Adresse ein.</translation>
    </message>
    <message>
        <source>“%1” is not a valid e-mail address. An address looks like name@example.org.</source>
        <translation>„%1“ ist keine E-Mail-Adresse. Eine Adresse sieht aus wie name@example.org.</translation>
    </message>
    <message>
        <source>No mail servers were found for %1. Enter them as your provider&apos;s help pages name them.</source>
        <translation>Für %1 wurden keine Mailserver gefunden. Bitte tragen Sie sie so ein, wie die Hilfeseiten Ihres Anbieters sie nennen.</translation>
    </message>
    <message>
        <source>There is no browser for %1. Install one, or choose one in the settings of your desktop.</source>
        <translation>Für %1 gibt es keinen Browser. Bitte installieren Sie einen, oder wählen Sie einen in den Einstellungen Ihres Desktops.</translation>
    </message>
    <message>
        <source>Enter the password again: it would be sent to another server than before.</source>
        <translation>Bitte geben Sie das Passwort noch einmal ein: Es würde an einen anderen Server gesendet als bisher.</translation>
    </message>
    <message>
        <source>This sign-in is no longer valid. Sign in with the browser again.</source>
        <translation>Diese Anmeldung ist abgelaufen. Bitte melden Sie sich erneut im Browser an.</translation>
    </message>
    <message>
        <source>The folders cannot be listed now: %1 You may go on with the inbox alone.</source>
        <translation>Die Ordner lassen sich jetzt nicht abfragen: %1 Sie können mit dem Posteingang allein fortfahren.</translation>
    </message>
</context>
<context>
    <name>Setup::FoldersPage</name>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Mails there</source>
        <translation>Mails darin</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>How far back</source>
        <translation>Wie weit zurück</translation>
    </message>
    <message>
        <source>Name of the mailbox</source>
        <translation>Name des Postfachs</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Ihr Name</translation>
    </message>
    <message>
        <source>as others see it in your mails</source>
        <translation>wie andere ihn in Ihren Mails sehen</translation>
    </message>
    <message>
        <source>&amp;Folders to fetch</source>
        <translation>&amp;Ordner, die geholt werden</translation>
    </message>
    <message>
        <source>&amp;How far back</source>
        <translation>&amp;Wie weit zurück</translation>
    </message>
    <message>
        <source>&amp;Name of the mailbox</source>
        <translation>&amp;Name des Postfachs</translation>
    </message>
    <message>
        <source>&amp;Your name</source>
        <translation>&amp;Ihr Name</translation>
    </message>
    <message>
        <source>What to fetch</source>
        <translation>Was geholt wird</translation>
    </message>
    <message>
        <source>Saving …</source>
        <translation>Wird gespeichert …</translation>
    </message>
    <message>
        <source>&amp;Add the mailbox</source>
        <translation>Postfach &amp;hinzufügen</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
</context>
<context>
    <name>Setup::Found</name>
    <message>
        <source>known to Postrider</source>
        <translation>Postrider bekannt</translation>
    </message>
    <message>
        <source>found in the provider&apos;s own file</source>
        <translation>in einer Datei des Anbieters gefunden</translation>
    </message>
    <message>
        <source>found in the DNS of the domain</source>
        <translation>im DNS der Domain gefunden</translation>
    </message>
    <message>
        <source>known as the provider of this domain</source>
        <translation>als Anbieter dieser Domain bekannt</translation>
    </message>
    <message>
        <source>found under its usual name</source>
        <translation>unter dem üblichen Namen gefunden</translation>
    </message>
    <message>
        <source>not encrypted</source>
        <translation>nicht verschlüsselt</translation>
    </message>
    <message>
        <source>encrypted</source>
        <translation>verschlüsselt</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <comment>provider, encryption, where it was found</comment>
        <translation>%1, %2, %3</translation>
    </message>
    <message>
        <source>This server offers no encryption: anybody on the way could read the password and the mail.</source>
        <translation>Dieser Server bietet keine Verschlüsselung: Unterwegs könnte jeder das Passwort und die Mails lesen.</translation>
    </message>
    <message>
        <source>The domain names %1 as its mail server, but this information can be forged. Go on only if that is your provider.</source>
        <translation>Die Domain nennt %1 als ihren Mailserver, aber auf einem Weg, der sich fälschen lässt. Bitte fahren Sie nur fort, wenn das Ihr Anbieter ist.</translation>
    </message>
    <message>
        <source>Looking for the mail servers of %1: in the list of known providers, in a file of the domain, in its DNS, under usual names …</source>
        <translation>Suche nach den Mailservern von %1: in der Liste bekannter Anbieter, in einer Datei der Domain, in ihrem DNS, unter üblichen Namen …</translation>
    </message>
</context>
<context>
    <name>Setup::Loopback</name>
    <message>
        <source>There is no such page</source>
        <translation>Diese Seite gibt es nicht</translation>
    </message>
    <message>
        <source>This answer does not belong to your sign-in</source>
        <translation>Das gehört nicht zu Ihrer Anmeldung</translation>
    </message>
    <message>
        <source>Close this page and begin the sign-in again in Postrider.</source>
        <translation>Bitte schließen Sie diese Seite und beginnen Sie die Anmeldung in Postrider von vorn.</translation>
    </message>
    <message>
        <source>You are not signed in</source>
        <translation>Sie sind nicht angemeldet</translation>
    </message>
    <message>
        <source>Close this page. Postrider shows what to do next.</source>
        <translation>Bitte schließen Sie diese Seite. Postrider sagt Ihnen, wie es weitergeht.</translation>
    </message>
    <message>
        <source>You are signed in</source>
        <translation>Sie sind angemeldet</translation>
    </message>
    <message>
        <source>Close this page and go on in Postrider.</source>
        <translation>Bitte schließen Sie diese Seite und machen Sie in Postrider weiter.</translation>
    </message>
</context>
<context>
    <name>Setup::PasswordField</name>
    <message>
        <source>Show the password</source>
        <translation>Passwort anzeigen</translation>
    </message>
    <message>
        <source>Anybody who sees the screen can then read the password</source>
        <translation>Wer den Bildschirm sieht, kann es dann lesen</translation>
    </message>
</context>
<context>
    <name>Setup::Server</name>
    <message>
        <source>Encrypted, detected automatically</source>
        <translation>Verschlüsselt, automatisch ermittelt</translation>
    </message>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>STARTTLS</source>
        <translation>STARTTLS</translation>
    </message>
    <message>
        <source>None: anybody on the way can read it</source>
        <translation>Keine: unterwegs kann jeder mitlesen</translation>
    </message>
    <message>
        <source>%1, port %2</source>
        <translation>%1, Port %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>server and encryption</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>not encrypted</source>
        <translation>nicht verschlüsselt</translation>
    </message>
</context>
<context>
    <name>Setup::ServerPanel</name>
    <message>
        <source>Receiving (IMAP)</source>
        <translation>Empfang (IMAP)</translation>
    </message>
    <message>
        <source>Sending (SMTP)</source>
        <translation>Versand (SMTP)</translation>
    </message>
    <message>
        <source>&amp;Server and port</source>
        <translation>&amp;Server und Port</translation>
    </message>
    <message>
        <source>Ser&amp;ver and port</source>
        <translation>Se&amp;rver und Port</translation>
    </message>
    <message>
        <source>IMAP server</source>
        <translation>IMAP-Server</translation>
    </message>
    <message>
        <source>SMTP server</source>
        <translation>SMTP-Server</translation>
    </message>
    <message>
        <source>IMAP port</source>
        <translation>IMAP-Port</translation>
    </message>
    <message>
        <source>SMTP port</source>
        <translation>SMTP-Port</translation>
    </message>
    <message>
        <source>&amp;Encryption</source>
        <translation>&amp;Verschlüsselung</translation>
    </message>
    <message>
        <source>Encr&amp;yption</source>
        <translation>Verschlüsse&amp;lung</translation>
    </message>
    <message>
        <source>IMAP encryption</source>
        <translation>IMAP-Verschlüsselung</translation>
    </message>
    <message>
        <source>SMTP encryption</source>
        <translation>SMTP-Verschlüsselung</translation>
    </message>
    <message>
        <source>&amp;User name</source>
        <translation>&amp;Benutzername</translation>
    </message>
    <message>
        <source>User na&amp;me</source>
        <translation>Benutzer&amp;name</translation>
    </message>
    <message>
        <source>IMAP user name</source>
        <translation>IMAP-Benutzername</translation>
    </message>
    <message>
        <source>SMTP user name</source>
        <translation>SMTP-Benutzername</translation>
    </message>
    <message>
        <source>empty: receive only</source>
        <translation>leer: nur empfangen</translation>
    </message>
    <message>
        <source>as for receiving</source>
        <translation>wie beim Empfang</translation>
    </message>
    <message>
        <source>Pass&amp;word</source>
        <translation>&amp;Passwort</translation>
    </message>
    <message>
        <source>SMTP password</source>
        <translation>SMTP-Passwort</translation>
    </message>
    <message>
        <source>Trying to sign in …</source>
        <translation>Anmeldung wird versucht …</translation>
    </message>
    <message>
        <source>✓ This works</source>
        <translation>✓ Das funktioniert</translation>
    </message>
</context>
<context>
    <name>Setup::ServersPage</name>
    <message>
        <source>Save &amp;anyway</source>
        <translation>&amp;Trotzdem speichern</translation>
    </message>
    <message>
        <source>Trying the mail servers</source>
        <translation>Mailserver werden geprüft</translation>
    </message>
    <message>
        <source>Mail servers</source>
        <translation>Mailserver</translation>
    </message>
    <message>
        <source>Listing the folders …</source>
        <translation>Ordner werden abgefragt …</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>&amp;Erneut versuchen</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>&amp;Weiter</translation>
    </message>
</context>
<context>
    <name>Setup::SetupWindow</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>%1 – Postrider</source>
        <translation>%1 – Postrider</translation>
    </message>
    <message>
        <source>The mail service does not answer. Your entries are kept. Postrider continues as soon as the service answers again.</source>
        <translation>Der Maildienst antwortet nicht. Ihre Eingaben bleiben erhalten, und es geht weiter, sobald er wieder da ist.</translation>
    </message>
</context>
<context>
    <name>Setup::SignInPage</name>
    <message>
        <source>&amp;Change …</source>
        <translation>Ä&amp;ndern …</translation>
    </message>
    <message>
        <source>Change the servers</source>
        <translation>Server ändern</translation>
    </message>
    <message>
        <source>Your browser shows the provider&apos;s page. Sign in there; after that, this window continues automatically.</source>
        <translation>Ihr Browser zeigt die Seite des Anbieters. Bitte melden Sie sich dort an; danach geht es in diesem Fenster von selbst weiter.</translation>
    </message>
    <message>
        <source>Waiting for the browser</source>
        <translation>Warten auf den Browser</translation>
    </message>
    <message>
        <source>&amp;Open the page again</source>
        <translation>Seite erneut ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Copy its &amp;address</source>
        <translation>Ihre &amp;Adresse kopieren</translation>
    </message>
    <message>
        <source>Sign in</source>
        <translation>Anmelden</translation>
    </message>
    <message>
        <source>Sign in again</source>
        <translation>Erneut anmelden</translation>
    </message>
    <message>
        <source>You sign in at your provider, in your browser. Postrider never sees your password.</source>
        <translation>Sie melden sich im Browser bei Ihrem Anbieter an. Postrider sieht Ihr Passwort nie.</translation>
    </message>
    <message>
        <source>This provider requires a sign-in with the browser, which the operator of this mail service has not set up. A password may be refused.</source>
        <translation>Dieser Anbieter verlangt eine Anmeldung im Browser, die der Betreiber dieses Maildienstes nicht eingerichtet hat. Ein Passwort wird vielleicht abgelehnt.</translation>
    </message>
    <message>
        <source>&amp;Password for programs (app password)</source>
        <translation>&amp;Passwort für Programme (App-Passwort)</translation>
    </message>
    <message>
        <source>&amp;Password</source>
        <translation>&amp;Passwort</translation>
    </message>
    <message>
        <source>Or a &amp;password for programs</source>
        <translation>Oder ein &amp;Passwort für Programme</translation>
    </message>
    <message>
        <source>&amp;Get such a password at %1</source>
        <translation>Ein solches Passwort bei %1 &amp;erstellen</translation>
    </message>
    <message>
        <source>Help of the provider at %1</source>
        <translation>Hilfe des Anbieters bei %1</translation>
    </message>
    <message>
        <source>&amp;Sign in with the browser</source>
        <translation>Im &amp;Browser anmelden</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>&amp;Sign in</source>
        <translation>An&amp;melden</translation>
    </message>
    <message>
        <source>There is no browser that can be opened from here. Copy the address, and open it in a browser on this computer.</source>
        <translation>Von hier aus lässt sich kein Browser öffnen. Kopieren Sie die Adresse und öffnen Sie sie in einem Browser auf diesem Computer.</translation>
    </message>
    <message>
        <source>Loading the mailbox</source>
        <translation>Postfach wird geladen</translation>
    </message>
</context>
<context>
    <name>Setup::Spans</name>
    <message>
        <source>All mail</source>
        <translation>Alle Mails</translation>
    </message>
    <message>
        <source>Unread mail only</source>
        <translation>Nur ungelesene Mails</translation>
    </message>
    <message>
        <source>Mail of the last year</source>
        <translation>Mails des letzten Jahres</translation>
    </message>
    <message numerus="yes">
        <source>Mail of the last %n days</source>
        <translation>
            <numerusform>Mails des letzten Tages</numerusform>
            <numerusform>Mails der letzten %n Tage</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Setup::SyncPage</name>
    <message>
        <source>How far the mailbox has been fetched</source>
        <translation>Wie weit das Postfach geholt ist</translation>
    </message>
    <message>
        <source>Newest mails</source>
        <translation>Neueste Mails</translation>
    </message>
    <message>
        <source>&amp;Newest mails</source>
        <translation>&amp;Neueste Mails</translation>
    </message>
    <message>
        <source>All mail has been fetched</source>
        <translation>Alles ist da</translation>
    </message>
    <message>
        <source>Your mail is being fetched</source>
        <translation>Ihre Mails werden geholt</translation>
    </message>
    <message>
        <source>%1 – you may close this window at any time; fetching continues.</source>
        <translation>%1 – Sie können dieses Fenster jederzeit schließen, es geht von selbst weiter.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln mails</source>
        <translation>
            <numerusform>%Ln Mail</numerusform>
            <numerusform>%Ln Mails</numerusform>
        </translation>
    </message>
    <message>
        <source>Connecting …</source>
        <translation>Verbindung wird hergestellt …</translation>
    </message>
    <message>
        <source>(no subject)</source>
        <translation>(kein Betreff)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>S&amp;chließen</translation>
    </message>
</context>
<context>
    <name>Setup::Trouble</name>
    <message>
        <source>%1 did not accept this sign-in. Sign in again as %2.</source>
        <translation>%1 hat diese Anmeldung nicht angenommen. Bitte melden Sie sich erneut als %2 an.</translation>
    </message>
    <message>
        <source>%1 refused the user name %2 or the password. Check both; many providers require a password for programs here.</source>
        <translation>%1 hat den Benutzernamen %2 oder das Passwort abgelehnt. Bitte prüfen Sie beides; viele Anbieter verlangen hier ein Passwort für Programme.</translation>
    </message>
    <message>
        <source>Use port %1, the usual one</source>
        <translation>Den üblichen Port %1 verwenden</translation>
    </message>
    <message>
        <source>%1 offers no usable encryption on port %2. Check the port, or ask your provider.</source>
        <translation>%1 bietet auf Port %2 keine brauchbare Verschlüsselung. Bitte prüfen Sie den Port, oder fragen Sie Ihren Anbieter.</translation>
    </message>
    <message>
        <source>This port speaks STARTTLS. Use that instead?</source>
        <translation>Dieser Port spricht STARTTLS. Möchten Sie das stattdessen verwenden?</translation>
    </message>
    <message>
        <source>Use STARTTLS</source>
        <translation>STARTTLS verwenden</translation>
    </message>
    <message>
        <source>This port speaks TLS. Use that instead?</source>
        <translation>Dieser Port spricht TLS. Möchten Sie das stattdessen verwenden?</translation>
    </message>
    <message>
        <source>Use TLS</source>
        <translation>TLS verwenden</translation>
    </message>
    <message>
        <source>%1 shows another key than the one that you trust. Only one key can be trusted for a mailbox.</source>
        <translation>%1 zeigt einen anderen Schlüssel als den, dem Sie vertrauen. Für ein Postfach können Sie nur einem Schlüssel vertrauen.</translation>
    </message>
    <message>
        <source>The certificate of %1 could not be verified. Trust it only if your provider names this fingerprint.</source>
        <translation>Für das Zertifikat von %1 bürgt hier niemand. Bitte vertrauen Sie ihm nur, wenn Ihr Anbieter diesen Fingerabdruck nennt.</translation>
    </message>
    <message>
        <source>Issued by %1</source>
        <translation>Ausgestellt von %1</translation>
    </message>
    <message>
        <source>Fingerprint of the key (SHA-256): %1</source>
        <translation>Fingerabdruck des Schlüssels (SHA-256): %1</translation>
    </message>
    <message>
        <source>Trust this key only</source>
        <translation>Nur diesem Schlüssel vertrauen</translation>
    </message>
    <message>
        <source>%1 did not answer on port %2 in time. Check the name and the port, or try again.</source>
        <translation>%1 hat auf Port %2 nicht rechtzeitig geantwortet. Bitte prüfen Sie den Namen und den Port, oder versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>There is no connection to %1, port %2. Check the name and the port.</source>
        <translation>Es gibt keine Verbindung zu %1, Port %2. Bitte prüfen Sie den Namen und den Port.</translation>
    </message>
    <message>
        <source>%1 answered with an error. Try again later.</source>
        <translation>%1 antwortet, aber dort stimmt etwas nicht. Bitte versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>The certificate of %1 is for another name: %2. Check the name of the server. Trust it only if your provider names this fingerprint.</source>
        <translation>Das Zertifikat von %1 gilt für einen anderen Namen: %2. Bitte prüfen Sie den Namen des Servers. Vertrauen Sie dem Zertifikat nur, wenn Ihr Anbieter diesen Fingerabdruck nennt.</translation>
    </message>
    <message>
        <source>The keychain is locked. Synchronisation continues as soon as you unlock it.</source>
        <translation>Der Schlüsselbund ist gesperrt. Es geht weiter, sobald Sie ihn entsperren.</translation>
    </message>
    <message>
        <source>The stored password cannot be read. Sign in again.</source>
        <translation>Das gespeicherte Passwort kann nicht gelesen werden. Bitte melden Sie sich erneut an.</translation>
    </message>
    <message>
        <source>The disk of the mail service is full. Synchronisation continues as soon as there is free space.</source>
        <translation>Der Datenträger des Maildienstes ist voll. Der Abgleich geht weiter, sobald Platz ist.</translation>
    </message>
    <message>
        <source>The certificate of %1 is not trusted. Look at it under Mail servers.</source>
        <translation>Dem Zertifikat von %1 wird nicht vertraut. Sie finden es unter „Mailserver“.</translation>
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
        <source>Please enter a recipient.</source>
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
        <source>Please enter the user name and the password.</source>
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
    <message>
        <source>No mailbox yet. Press Enter here to add one.</source>
        <translation>Noch kein Postfach. Drücken Sie hier die Eingabetaste, um eines hinzuzufügen.</translation>
    </message>
    <message>
        <source>Enter goes to the first mail that is found</source>
        <translation>Die Eingabetaste führt zur ersten gefundenen Mail</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>Suche leeren</translation>
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
    <message>
        <source>Sign in again …</source>
        <translation>Erneut anmelden …</translation>
    </message>
    <message>
        <source>Change or remove …</source>
        <translation>Ändern oder entfernen …</translation>
    </message>
    <message>
        <source>No mailbox yet: add one …</source>
        <translation>Noch kein Postfach: eines hinzufügen …</translation>
    </message>
    <message>
        <source>Add a mailbox …</source>
        <translation>Postfach hinzufügen …</translation>
    </message>
    <message>
        <source>Unsubscribe from the list …</source>
        <translation>Liste abbestellen …</translation>
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
        <source>The page could not be opened</source>
        <translation>Es konnte keine Seite geöffnet werden</translation>
    </message>
    <message>
        <source>The start at login could not be changed</source>
        <translation>Der Start mit Ihrer Sitzung bleibt, wie er war</translation>
    </message>
    <message>
        <source>That did not work</source>
        <translation>Das hat nicht geklappt</translation>
    </message>
    <message numerus="yes">
        <source>%n mailboxes need your attention</source>
        <translation>
            <numerusform>%n Postfach braucht Sie</numerusform>
            <numerusform>%n Postfächer brauchen Sie</numerusform>
        </translation>
    </message>
    <message>
        <source>A mailbox needs your attention</source>
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
        <source>When should this notice be shown again?</source>
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
        <source>The reply could not be started</source>
        <translation>Die Antwort konnte nicht begonnen werden</translation>
    </message>
    <message>
        <source>The new mail could not be started</source>
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
    <message>
        <source>Unsubscribing from the list failed</source>
        <translation>Die Mailingliste konnte nicht abbestellt werden</translation>
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
        <source>Notices sho&amp;w</source>
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
    <message>
        <source>White or black, to match the panel</source>
        <translation>Weiß oder schwarz, wie die Leiste</translation>
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
        <source>Connection lost, trying again from time to time</source>
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
        <source>No keychain is available in this session. You stay signed in until you quit.</source>
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
<context>
    <name>Unsubscriber</name>
    <message>
        <source>Unsubscribe from this mailing list? A request is sent to %1. The sender can then see that you have read this mail.</source>
        <translation>Diese Mailingliste abbestellen? %1 wird gebeten, Ihnen nichts mehr davon zu senden, und erfährt, dass Sie diese E-Mail gelesen haben.</translation>
    </message>
    <message>
        <source>&amp;Unsubscribe</source>
        <translation>&amp;Abbestellen</translation>
    </message>
    <message>
        <source>To unsubscribe from this mailing list, use a page of %1. Open it in the browser?</source>
        <translation>Diese Mailingliste wird auf einer Seite von %1 abbestellt. Im Browser öffnen?</translation>
    </message>
    <message>
        <source>&amp;Open the page</source>
        <translation>Seite ö&amp;ffnen</translation>
    </message>
    <message>
        <source>To unsubscribe from this mailing list, send a mail to %1. Write it now?</source>
        <translation>Diese Mailingliste wird mit einer E-Mail an %1 abbestellt. Jetzt schreiben?</translation>
    </message>
    <message>
        <source>&amp;Write the mail</source>
        <translation>E-Mail &amp;schreiben</translation>
    </message>
    <message>
        <source>This mail contains no address for unsubscribing from a mailing list. Look for a link in its text.</source>
        <translation>Diese E-Mail sagt nicht, wie eine Mailingliste abbestellt wird. Suchen Sie in ihrem Text nach einem Link.</translation>
    </message>
    <message>
        <source>%1 has accepted your request. Mails that were already sent may still arrive.</source>
        <translation>%1 hat Ihre Anfrage angenommen. E-Mails, die schon unterwegs sind, können noch kommen.</translation>
    </message>
    <message>
        <source>Unsubscribe – Postrider</source>
        <translation>Abbestellen – Postrider</translation>
    </message>
</context>
</TS>
