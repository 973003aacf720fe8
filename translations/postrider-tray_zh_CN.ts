<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Application</name>
    <message>
        <source>Postrider (%1)</source>
        <translation>Postrider (%1)</translation>
    </message>
    <message>
        <source>There is no browser for %1. Install one, or choose one in the settings of your desktop.</source>
        <translation>没有可以打开 %1 的浏览器。请安装一个，或在桌面设置中选择一个。</translation>
    </message>
</context>
<context>
    <name>CommandLine</name>
    <message>
        <source>Postrider is already running but does not answer. End process %1, then start Postrider again.</source>
        <translation>程序已在运行，但没有响应。请结束进程 %1，然后重新启动。</translation>
    </message>
    <message>
        <source>Start without a window (used at login).</source>
        <translation>随会话启动：不打开窗口。</translation>
    </message>
    <message>
        <source>Quit the program that is running.</source>
        <translation>让正在运行的程序退出。</translation>
    </message>
    <message>
        <source>Write a new mail with the values of this mailto: link.</source>
        <translation>要撰写的邮件，格式同网页中的链接。</translation>
    </message>
    <message>
        <source>Only one argument is allowed, and it must begin with mailto:.</source>
        <translation>仅接受一个以 mailto: 开头的地址。</translation>
    </message>
</context>
<context>
    <name>ComposeSide</name>
    <message>
        <source>There is no mailbox yet to send from. Add one first.</source>
        <translation>还没有可用于发信的邮箱，请先添加一个。</translation>
    </message>
</context>
<context>
    <name>Desktop::Autostart</name>
    <message>
        <source>%1 cannot be removed.</source>
        <translation>无法删除 %1。</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
</context>
<context>
    <name>NoticeController</name>
    <message>
        <source>Mailbox %1</source>
        <translation>邮箱 %1</translation>
    </message>
</context>
<context>
    <name>Session::Failures</name>
    <message>
        <source>The user name or the password is wrong.</source>
        <translation>用户名或密码错误。</translation>
    </message>
    <message>
        <source>You are no longer signed in. Please sign in again.</source>
        <translation>您的登录已失效，请重新登录。</translation>
    </message>
    <message>
        <source>Your user may not do this.</source>
        <translation>您的用户无权执行此操作。</translation>
    </message>
    <message>
        <source>Too many failed tries. Please wait some minutes.</source>
        <translation>失败次数过多，请等待几分钟。</translation>
    </message>
    <message>
        <source>The mail service is busy. Please try again in a moment.</source>
        <translation>邮件服务正忙，请稍后再试。</translation>
    </message>
    <message>
        <source>The mail is no longer there.</source>
        <translation>邮件已不存在。</translation>
    </message>
    <message>
        <source>The mailbox is no longer there.</source>
        <translation>邮箱已不存在。</translation>
    </message>
    <message>
        <source>The mailbox is paused. Resume its synchronisation first.</source>
        <translation>邮箱已暂停，请先恢复其同步。</translation>
    </message>
    <message>
        <source>This mailbox has no server for sending. Please enter one first.</source>
        <translation>此邮箱没有设置发信服务器，请先填写。</translation>
    </message>
    <message>
        <source>A recipient is not a valid e-mail address. Please check the recipients.</source>
        <translation>有收件人不是有效的邮件地址，请检查收件人。</translation>
    </message>
    <message>
        <source>The disk of the mail service is full. Free some space and try again.</source>
        <translation>邮件服务的磁盘已满。请腾出空间后重试。</translation>
    </message>
    <message>
        <source>The mail service does not answer. Please try again.</source>
        <translation>邮件服务没有响应，请重试。</translation>
    </message>
    <message>
        <source>The program at this address is not Postrider. Please check the address.</source>
        <translation>在此地址应答的不是 Postrider，请检查地址。</translation>
    </message>
    <message>
        <source>The program at that address could not prove that it is your mail service. No password was sent to it.</source>
        <translation>该地址上的程序未能证明自己是您的邮件服务，没有向它发送密码。</translation>
    </message>
    <message>
        <source>The server of the mailing list did not accept the request, so you may still be subscribed. Try again later, or use the link in the mail.</source>
        <translation>列表服务器未接受请求，您可能仍在列表中。请稍后重试，或使用邮件中的链接。</translation>
    </message>
</context>
<context>
    <name>Session::Link</name>
    <message>
        <source>The pairing file of your mail service cannot be trusted or is too old. Restarting the service may help.</source>
        <translation>您的邮件服务的配对文件不可信或已过期。重新启动该服务也许有用。</translation>
    </message>
    <message>
        <source>Please sign in to %1.</source>
        <translation>请登录 %1。</translation>
    </message>
    <message>
        <source>The mail service refuses the login of this program. Restarting the service may help.</source>
        <translation>邮件服务不允许此程序接入。重新启动该服务也许有用。</translation>
    </message>
    <message>
        <source>The mail service does not answer.</source>
        <translation>邮件服务没有响应。</translation>
    </message>
    <message>
        <source>%1 does not answer.</source>
        <translation>%1 没有响应。</translation>
    </message>
    <message>
        <source>Please sign in to %1 again.</source>
        <translation>请重新登录 %1。</translation>
    </message>
    <message>
        <source>The program at that address could not prove that it is your mail service. No password was sent to it.</source>
        <translation>该地址上的程序未能证明自己是您的邮件服务，没有向它发送密码。</translation>
    </message>
    <message>
        <source>The mail service sent an invalid answer. Please try again.</source>
        <translation>邮件服务的应答无效，请重试。</translation>
    </message>
    <message>
        <source>You have signed out.</source>
        <translation>您已退出登录。</translation>
    </message>
</context>
<context>
    <name>Session::ServiceStarter</name>
    <message>
        <source>The mail service could not be started: %1</source>
        <translation>无法启动邮件服务：%1</translation>
    </message>
    <message>
        <source>The mail service could not start: %1</source>
        <translation>邮件服务启动失败：%1</translation>
    </message>
    <message>
        <source>The mail service, postriderd, is not installed here.</source>
        <translation>此处未安装邮件服务 postriderd。</translation>
    </message>
    <message>
        <source>The mail service was started but does not answer. Its log may show the reason: journalctl --user --unit postriderd</source>
        <translation>邮件服务已启动但没有响应。其日志也许说明了原因：journalctl --user --unit postriderd</translation>
    </message>
    <message>
        <source>The mail service was started but does not answer. Its last log message: %1</source>
        <translation>邮件服务已启动但没有响应。它最后的消息：%1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Please correct that, then choose “Start the mail service”. The log file is %1.</source>
        <translation>请先解决此问题，然后选择“启动邮件服务”。其日志为 %1。</translation>
    </message>
</context>
<context>
    <name>Session::Settings</name>
    <message>
        <source>Please enter an address like https://mail.example.org.</source>
        <translation>请输入类似 https://mail.example.org 的地址。</translation>
    </message>
    <message>
        <source>The address must begin with https://, because your password and your mail are sent over this connection.</source>
        <translation>地址必须以 https:// 开头，因为您的密码和邮件都经由它传输。</translation>
    </message>
</context>
<context>
    <name>Setup::AccountPage</name>
    <message>
        <source>&amp;Sign in again …</source>
        <translation>重新登录(&amp;S)…</translation>
    </message>
    <message>
        <source>with a new password, or with the browser</source>
        <translation>使用新密码，或通过浏览器</translation>
    </message>
    <message>
        <source>Mail s&amp;ervers …</source>
        <translation>邮件服务器(&amp;E)…</translation>
    </message>
    <message>
        <source>names, ports and encryption</source>
        <translation>名称、端口和加密方式</translation>
    </message>
    <message>
        <source>&amp;Folders and names …</source>
        <translation>文件夹和名称(&amp;F)…</translation>
    </message>
    <message>
        <source>which folders are fetched, how far back</source>
        <translation>获取哪些文件夹，以及多久以来的邮件</translation>
    </message>
    <message>
        <source>no mail is fetched while it is paused</source>
        <translation>在此期间不获取任何邮件</translation>
    </message>
    <message>
        <source>&amp;Remove …</source>
        <translation>移除(&amp;R)…</translation>
    </message>
    <message>
        <source>from here; the mail stays at the provider</source>
        <translation>从此处移除；服务商处的邮件会保留</translation>
    </message>
    <message>
        <source>Mailbox</source>
        <translation>邮箱</translation>
    </message>
    <message>
        <source>This mailbox is paused.</source>
        <translation>此邮箱已暂停。</translation>
    </message>
    <message>
        <source>Listing the folders …</source>
        <translation>正在列出文件夹…</translation>
    </message>
    <message>
        <source>Resume s&amp;ynchronisation</source>
        <translation>恢复同步(&amp;Y)</translation>
    </message>
    <message>
        <source>Pause s&amp;ynchronisation</source>
        <translation>暂停同步(&amp;Y)</translation>
    </message>
    <message>
        <source>Remove mailbox – Postrider</source>
        <translation>移除邮箱 – Postrider</translation>
    </message>
    <message>
        <source>Remove %1 and its mail from here? The mail at the provider stays as it is.</source>
        <translation>要从此处移除 %1 及其邮件吗？服务商处的邮件保持不变。</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Synchronised by %1.</source>
        <translation>由 %1 同步。</translation>
    </message>
</context>
<context>
    <name>Setup::AddressPage</name>
    <message>
        <source>Enter the servers by &amp;hand</source>
        <translation>手动填写服务器(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;E-mail address</source>
        <translation>邮件地址(&amp;E)</translation>
    </message>
    <message>
        <source>E-mail address</source>
        <translation>邮件地址</translation>
    </message>
    <message>
        <source>Looking for the mail servers</source>
        <translation>正在查找邮件服务器</translation>
    </message>
    <message>
        <source>Add a mailbox</source>
        <translation>添加邮箱</translation>
    </message>
    <message>
        <source>Only your address is needed: the mail servers are found automatically.</source>
        <translation>只需填写您的邮件地址，邮件服务器会自动找到。</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>下一步(&amp;N)</translation>
    </message>
</context>
<context>
    <name>Setup::Amount</name>
    <message>
        <source>Inbox</source>
        <translation>收件箱</translation>
    </message>
    <message numerus="yes">
        <source>%Ln mails</source>
        <translation>
            <numerusform>%Ln 封邮件</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>number of mails and their size</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>Drafts</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>Junk</source>
        <translation>垃圾邮件</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>已发送</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>已删除</translation>
    </message>
</context>
<context>
    <name>Setup::BrowserLogin</name>
    <message>
        <source>Nobody has signed in with the browser for 5 minutes. Try again, and finish the sign-in there.</source>
        <translation>5 分钟内没有在浏览器中完成登录。请重试，并在浏览器中完成登录。</translation>
    </message>
    <message>
        <source>There is no free port on this computer to receive the answer of the browser. Close some programs and try again.</source>
        <translation>这台计算机上没有空闲端口可供浏览器返回结果。请关闭一些程序后重试。</translation>
    </message>
    <message>
        <source>The mail service returned no safe sign-in page. Ask its operator to check the settings of the provider.</source>
        <translation>邮件服务没有给出可以安全登录的页面。请让其管理员检查该服务商的设置。</translation>
    </message>
    <message>
        <source>The browser returned an answer that does not belong to this sign-in. Begin again.</source>
        <translation>浏览器返回的应答不属于此次登录。请重新开始。</translation>
    </message>
    <message>
        <source>The sign-in was declined in the browser. Begin again if you want to allow it.</source>
        <translation>登录请求已在浏览器中被拒绝。如果您要允许登录，请重新开始。</translation>
    </message>
    <message>
        <source>The provider did not sign you in (%1). Begin again, or ask the provider.</source>
        <translation>服务商未能让您登录（%1）。请重新开始，或咨询服务商。</translation>
    </message>
    <message>
        <source>Your provider cannot finish the sign-in now: %1 Try again in a moment.</source>
        <translation>您的服务商目前无法完成登录：%1 请稍后重试。</translation>
    </message>
    <message>
        <source>This sign-in is no longer valid. Sign in with the browser again.</source>
        <translation>此次登录已失效，请重新通过浏览器登录。</translation>
    </message>
</context>
<context>
    <name>Setup::Duration</name>
    <message>
        <source>less than a minute</source>
        <translation>不到 1 分钟</translation>
    </message>
    <message numerus="yes">
        <source>about %n minutes</source>
        <translation>
            <numerusform>约 %n 分钟</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n hours</source>
        <translation>
            <numerusform>约 %n 小时</numerusform>
        </translation>
    </message>
    <message>
        <source>%L1 of %L2</source>
        <comment>mails</comment>
        <translation>已完成 %L1 封，共 %L2 封</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>mails and the time that is left</comment>
        <translation>%1，剩余%2</translation>
    </message>
</context>
<context>
    <name>Setup::Flow</name>
    <message numerus="yes">
        <source>The mail service limits the number of attempts. The next attempt is made automatically in %n seconds.</source>
        <translation>
            <numerusform>邮件服务要求稍等片刻再试，%n 秒后将自动继续。</numerusform>
        </translation>
    </message>
    <message>
        <source>Not yet: %1 This is tried again automatically.</source>
        <translation>暂时未成功：%1 稍后将自动继续。</translation>
    </message>
    <message>
        <source>This mailbox is set up here already. Close this window, and change it from its entry in the menu.</source>
        <translation>此邮箱已在此处设置。请关闭此窗口，然后从菜单中该邮箱的条目更改设置。</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>已保存。</translation>
    </message>
    <message>
        <source>Enter your e-mail address first.</source>
        <translation>请先填写您的邮件地址。</translation>
    </message>
    <message>
        <source>“%1” is not a valid e-mail address. An address looks like name@example.org.</source>
        <translation>“%1”不是邮件地址。邮件地址的格式类似 name@example.org。</translation>
    </message>
    <message>
        <source>No mail servers were found for %1. Enter them as your provider&apos;s help pages name them.</source>
        <translation>没有找到 %1 的邮件服务器。请按照服务商帮助页面上的说明填写。</translation>
    </message>
    <message>
        <source>There is no browser for %1. Install one, or choose one in the settings of your desktop.</source>
        <translation>没有可以打开 %1 的浏览器。请安装一个，或在桌面设置中选择一个。</translation>
    </message>
    <message>
        <source>Enter the password again: it would be sent to another server than before.</source>
        <translation>请重新输入密码：它将被发送到与之前不同的服务器。</translation>
    </message>
    <message>
        <source>This sign-in is no longer valid. Sign in with the browser again.</source>
        <translation>此次登录已失效，请重新通过浏览器登录。</translation>
    </message>
    <message>
        <source>The folders cannot be listed now: %1 You may go on with the inbox alone.</source>
        <translation>现在无法列出文件夹：%1 您可以先只用收件箱继续。</translation>
    </message>
</context>
<context>
    <name>Setup::FoldersPage</name>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Mails there</source>
        <translation>其中的邮件</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>How far back</source>
        <translation>邮件范围</translation>
    </message>
    <message>
        <source>Name of the mailbox</source>
        <translation>邮箱名称</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>您的姓名</translation>
    </message>
    <message>
        <source>as others see it in your mails</source>
        <translation>他人在您的邮件中看到的姓名</translation>
    </message>
    <message>
        <source>&amp;Folders to fetch</source>
        <translation>要获取的文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;How far back</source>
        <translation>邮件范围(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Name of the mailbox</source>
        <translation>邮箱名称(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Your name</source>
        <translation>您的姓名(&amp;Y)</translation>
    </message>
    <message>
        <source>What to fetch</source>
        <translation>要获取的邮件</translation>
    </message>
    <message>
        <source>Saving …</source>
        <translation>正在保存…</translation>
    </message>
    <message>
        <source>&amp;Add the mailbox</source>
        <translation>添加邮箱(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
</context>
<context>
    <name>Setup::Found</name>
    <message>
        <source>known to Postrider</source>
        <translation>Postrider 已知的服务商</translation>
    </message>
    <message>
        <source>found in the provider&apos;s own file</source>
        <translation>来自服务商的配置文件</translation>
    </message>
    <message>
        <source>found in the DNS of the domain</source>
        <translation>来自该域名的 DNS 记录</translation>
    </message>
    <message>
        <source>known as the provider of this domain</source>
        <translation>已知为该域名的服务商</translation>
    </message>
    <message>
        <source>found under its usual name</source>
        <translation>按常用名称找到</translation>
    </message>
    <message>
        <source>not encrypted</source>
        <translation>未加密</translation>
    </message>
    <message>
        <source>encrypted</source>
        <translation>已加密</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <comment>provider, encryption, where it was found</comment>
        <translation>%1，%2，%3</translation>
    </message>
    <message>
        <source>This server offers no encryption: anybody on the way could read the password and the mail.</source>
        <translation>此服务器不提供加密：传输途中的任何人都可能读取密码和邮件。</translation>
    </message>
    <message>
        <source>The domain names %1 as its mail server, but this information can be forged. Go on only if that is your provider.</source>
        <translation>该域名指定 %1 为其邮件服务器，但这种指定方式可能被伪造。仅当它确实是您的服务商时，才请继续。</translation>
    </message>
    <message>
        <source>Looking for the mail servers of %1: in the list of known providers, in a file of the domain, in its DNS, under usual names …</source>
        <translation>正在查找 %1 的邮件服务器：已知服务商列表、该域名的配置文件、其 DNS 记录、常用名称…</translation>
    </message>
</context>
<context>
    <name>Setup::Loopback</name>
    <message>
        <source>There is no such page</source>
        <translation>没有此页面</translation>
    </message>
    <message>
        <source>This answer does not belong to your sign-in</source>
        <translation>这不属于您的登录</translation>
    </message>
    <message>
        <source>Close this page and begin the sign-in again in Postrider.</source>
        <translation>请关闭此页面，然后在 Postrider 中重新开始登录。</translation>
    </message>
    <message>
        <source>You are not signed in</source>
        <translation>您未登录</translation>
    </message>
    <message>
        <source>Close this page. Postrider shows what to do next.</source>
        <translation>请关闭此页面。Postrider 会提示接下来如何操作。</translation>
    </message>
    <message>
        <source>You are signed in</source>
        <translation>您已登录</translation>
    </message>
    <message>
        <source>Close this page and go on in Postrider.</source>
        <translation>请关闭此页面，然后在 Postrider 中继续。</translation>
    </message>
</context>
<context>
    <name>Setup::PasswordField</name>
    <message>
        <source>Show the password</source>
        <translation>显示密码</translation>
    </message>
    <message>
        <source>Anybody who sees the screen can then read the password</source>
        <translation>看得到屏幕的人都能读到密码</translation>
    </message>
</context>
<context>
    <name>Setup::Server</name>
    <message>
        <source>Encrypted, detected automatically</source>
        <translation>加密，自动检测</translation>
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
        <translation>不加密：传输途中的任何人都能读取</translation>
    </message>
    <message>
        <source>%1, port %2</source>
        <translation>%1，端口 %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>server and encryption</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>not encrypted</source>
        <translation>未加密</translation>
    </message>
</context>
<context>
    <name>Setup::ServerPanel</name>
    <message>
        <source>Receiving (IMAP)</source>
        <translation>收信（IMAP）</translation>
    </message>
    <message>
        <source>Sending (SMTP)</source>
        <translation>发信（SMTP）</translation>
    </message>
    <message>
        <source>&amp;Server and port</source>
        <translation>服务器和端口(&amp;S)</translation>
    </message>
    <message>
        <source>Ser&amp;ver and port</source>
        <translation>服务器和端口(&amp;V)</translation>
    </message>
    <message>
        <source>IMAP server</source>
        <translation>IMAP 服务器</translation>
    </message>
    <message>
        <source>SMTP server</source>
        <translation>SMTP 服务器</translation>
    </message>
    <message>
        <source>IMAP port</source>
        <translation>IMAP 端口</translation>
    </message>
    <message>
        <source>SMTP port</source>
        <translation>SMTP 端口</translation>
    </message>
    <message>
        <source>&amp;Encryption</source>
        <translation>加密方式(&amp;E)</translation>
    </message>
    <message>
        <source>Encr&amp;yption</source>
        <translation>加密方式(&amp;Y)</translation>
    </message>
    <message>
        <source>IMAP encryption</source>
        <translation>IMAP 加密方式</translation>
    </message>
    <message>
        <source>SMTP encryption</source>
        <translation>SMTP 加密方式</translation>
    </message>
    <message>
        <source>&amp;User name</source>
        <translation>用户名(&amp;U)</translation>
    </message>
    <message>
        <source>User na&amp;me</source>
        <translation>用户名(&amp;M)</translation>
    </message>
    <message>
        <source>IMAP user name</source>
        <translation>IMAP 用户名</translation>
    </message>
    <message>
        <source>SMTP user name</source>
        <translation>SMTP 用户名</translation>
    </message>
    <message>
        <source>empty: receive only</source>
        <translation>留空则仅收信</translation>
    </message>
    <message>
        <source>as for receiving</source>
        <translation>与收信相同</translation>
    </message>
    <message>
        <source>Pass&amp;word</source>
        <translation>密码(&amp;W)</translation>
    </message>
    <message>
        <source>SMTP password</source>
        <translation>SMTP 密码</translation>
    </message>
    <message>
        <source>Trying to sign in …</source>
        <translation>正在尝试登录…</translation>
    </message>
    <message>
        <source>✓ This works</source>
        <translation>✓ 可以使用</translation>
    </message>
</context>
<context>
    <name>Setup::ServersPage</name>
    <message>
        <source>Save &amp;anyway</source>
        <translation>仍然保存(&amp;A)</translation>
    </message>
    <message>
        <source>Trying the mail servers</source>
        <translation>正在测试邮件服务器</translation>
    </message>
    <message>
        <source>Mail servers</source>
        <translation>邮件服务器</translation>
    </message>
    <message>
        <source>Listing the folders …</source>
        <translation>正在列出文件夹…</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>重试(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>下一步(&amp;N)</translation>
    </message>
</context>
<context>
    <name>Setup::SetupWindow</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>上一步(&amp;B)</translation>
    </message>
    <message>
        <source>%1 – Postrider</source>
        <translation>%1 – Postrider</translation>
    </message>
    <message>
        <source>The mail service does not answer. Your entries are kept. Postrider continues as soon as the service answers again.</source>
        <translation>邮件服务没有响应。您填写的内容会保留，待其恢复后将自动继续。</translation>
    </message>
</context>
<context>
    <name>Setup::SignInPage</name>
    <message>
        <source>&amp;Change …</source>
        <translation>更改(&amp;C)…</translation>
    </message>
    <message>
        <source>Change the servers</source>
        <translation>更改服务器</translation>
    </message>
    <message>
        <source>Your browser shows the provider&apos;s page. Sign in there; after that, this window continues automatically.</source>
        <translation>您的浏览器会显示服务商的页面。请在那里登录，之后此窗口会自动继续。</translation>
    </message>
    <message>
        <source>Waiting for the browser</source>
        <translation>正在等待浏览器</translation>
    </message>
    <message>
        <source>&amp;Open the page again</source>
        <translation>重新打开页面(&amp;O)</translation>
    </message>
    <message>
        <source>Copy its &amp;address</source>
        <translation>复制页面地址(&amp;A)</translation>
    </message>
    <message>
        <source>Sign in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Sign in again</source>
        <translation>重新登录</translation>
    </message>
    <message>
        <source>You sign in at your provider, in your browser. Postrider never sees your password.</source>
        <translation>您将在浏览器中登录服务商。Postrider 不会看到您的密码。</translation>
    </message>
    <message>
        <source>This provider requires a sign-in with the browser, which the operator of this mail service has not set up. A password may be refused.</source>
        <translation>此服务商要求通过浏览器登录，但此邮件服务的管理员尚未设置该方式。密码可能会被拒绝。</translation>
    </message>
    <message>
        <source>&amp;Password for programs (app password)</source>
        <translation>应用专用密码（授权码）(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Password</source>
        <translation>密码(&amp;P)</translation>
    </message>
    <message>
        <source>Or a &amp;password for programs</source>
        <translation>或使用应用专用密码（授权码）(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Get such a password at %1</source>
        <translation>前往 %1 获取此密码(&amp;G)</translation>
    </message>
    <message>
        <source>Help of the provider at %1</source>
        <translation>%1 上的服务商帮助</translation>
    </message>
    <message>
        <source>&amp;Sign in with the browser</source>
        <translation>通过浏览器登录(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>下一步(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Sign in</source>
        <translation>登录(&amp;S)</translation>
    </message>
    <message>
        <source>There is no browser that can be opened from here. Copy the address, and open it in a browser on this computer.</source>
        <translation>这里无法打开浏览器。请复制该地址，并在本机的浏览器中打开。</translation>
    </message>
    <message>
        <source>Loading the mailbox</source>
        <translation>正在加载邮箱</translation>
    </message>
</context>
<context>
    <name>Setup::Spans</name>
    <message>
        <source>All mail</source>
        <translation>所有邮件</translation>
    </message>
    <message>
        <source>Unread mail only</source>
        <translation>仅未读邮件</translation>
    </message>
    <message>
        <source>Mail of the last year</source>
        <translation>最近一年的邮件</translation>
    </message>
    <message numerus="yes">
        <source>Mail of the last %n days</source>
        <translation>
            <numerusform>最近 %n 天的邮件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Setup::SyncPage</name>
    <message>
        <source>How far the mailbox has been fetched</source>
        <translation>邮箱的获取进度</translation>
    </message>
    <message>
        <source>Newest mails</source>
        <translation>最新邮件</translation>
    </message>
    <message>
        <source>&amp;Newest mails</source>
        <translation>最新邮件(&amp;N)</translation>
    </message>
    <message>
        <source>All mail has been fetched</source>
        <translation>邮件已全部获取</translation>
    </message>
    <message>
        <source>Your mail is being fetched</source>
        <translation>正在获取您的邮件</translation>
    </message>
    <message>
        <source>%1 – you may close this window at any time; fetching continues.</source>
        <translation>%1 – 您可以随时关闭此窗口，获取会自动继续。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln mails</source>
        <translation>
            <numerusform>%Ln 封邮件</numerusform>
        </translation>
    </message>
    <message>
        <source>Connecting …</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>(no subject)</source>
        <translation>（无主题）</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
</context>
<context>
    <name>Setup::Trouble</name>
    <message>
        <source>%1 did not accept this sign-in. Sign in again as %2.</source>
        <translation>%1 不接受此次登录。请以 %2 重新登录。</translation>
    </message>
    <message>
        <source>%1 refused the user name %2 or the password. Check both; many providers require a password for programs here.</source>
        <translation>%1 拒绝了用户名 %2 或密码。请检查这两项；许多服务商要求在此使用应用专用密码（授权码）。</translation>
    </message>
    <message>
        <source>Use port %1, the usual one</source>
        <translation>使用常用端口 %1</translation>
    </message>
    <message>
        <source>%1 offers no usable encryption on port %2. Check the port, or ask your provider.</source>
        <translation>%1 在端口 %2 上没有提供可用的加密。请检查端口，或咨询您的服务商。</translation>
    </message>
    <message>
        <source>This port speaks STARTTLS. Use that instead?</source>
        <translation>此端口使用 STARTTLS。要改用 STARTTLS 吗？</translation>
    </message>
    <message>
        <source>Use STARTTLS</source>
        <translation>使用 STARTTLS</translation>
    </message>
    <message>
        <source>This port speaks TLS. Use that instead?</source>
        <translation>此端口使用 TLS。要改用 TLS 吗？</translation>
    </message>
    <message>
        <source>Use TLS</source>
        <translation>使用 TLS</translation>
    </message>
    <message>
        <source>%1 shows another key than the one that you trust. Only one key can be trusted for a mailbox.</source>
        <translation>%1 出示的密钥与您信任的密钥不同。每个邮箱只能信任一个密钥。</translation>
    </message>
    <message>
        <source>The certificate of %1 could not be verified. Trust it only if your provider names this fingerprint.</source>
        <translation>没有受信任的机构为 %1 的证书担保。仅当您的服务商公布的指纹与此一致时，才请信任它。</translation>
    </message>
    <message>
        <source>Issued by %1</source>
        <translation>颁发者：%1</translation>
    </message>
    <message>
        <source>Fingerprint of the key (SHA-256): %1</source>
        <translation>密钥指纹（SHA-256）：%1</translation>
    </message>
    <message>
        <source>Trust this key only</source>
        <translation>仅信任此密钥</translation>
    </message>
    <message>
        <source>%1 did not answer on port %2 in time. Check the name and the port, or try again.</source>
        <translation>%1 在端口 %2 上响应超时。请检查名称和端口，或重试。</translation>
    </message>
    <message>
        <source>There is no connection to %1, port %2. Check the name and the port.</source>
        <translation>无法连接到 %1 的端口 %2。请检查名称和端口。</translation>
    </message>
    <message>
        <source>%1 answered with an error. Try again later.</source>
        <translation>%1 有响应，但它出现了问题。请稍后重试。</translation>
    </message>
    <message>
        <source>The certificate of %1 is for another name: %2. Check the name of the server. Trust it only if your provider names this fingerprint.</source>
        <translation>%1 的证书是为另一个名称签发的：%2。请检查服务器名称。仅当您的服务商公布的指纹与此一致时，才请信任它。</translation>
    </message>
    <message>
        <source>The keychain is locked. Synchronisation continues as soon as you unlock it.</source>
        <translation>密钥环已锁定。解锁后会自动继续。</translation>
    </message>
    <message>
        <source>The stored password cannot be read. Sign in again.</source>
        <translation>无法读取已保存的密码。请重新登录。</translation>
    </message>
    <message>
        <source>The disk of the mail service is full. Synchronisation continues as soon as there is free space.</source>
        <translation>邮件服务的磁盘已满。有空间后会自动继续同步。</translation>
    </message>
    <message>
        <source>The certificate of %1 is not trusted. Look at it under Mail servers.</source>
        <translation>%1 的证书不受信任。请在“邮件服务器”中查看。</translation>
    </message>
</context>
<context>
    <name>Ui::ComposeWindow</name>
    <message>
        <source>&amp;Send</source>
        <translation>发送(&amp;S)</translation>
    </message>
    <message>
        <source>Reply – Postrider</source>
        <translation>回复 – Postrider</translation>
    </message>
    <message>
        <source>New mail – Postrider</source>
        <translation>写邮件 – Postrider</translation>
    </message>
    <message>
        <source>From</source>
        <translation>发件人</translation>
    </message>
    <message>
        <source>To</source>
        <translation>收件人</translation>
    </message>
    <message>
        <source>Copy to</source>
        <translation>抄送</translation>
    </message>
    <message>
        <source>Hidden copy to</source>
        <translation>密送</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>正文</translation>
    </message>
    <message>
        <source>&amp;From</source>
        <translation>发件人(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;To</source>
        <translation>收件人(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy to</source>
        <translation>抄送(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Hidden copy to</source>
        <translation>密送(&amp;H)</translation>
    </message>
    <message>
        <source>Su&amp;bject</source>
        <translation>主题(&amp;B)</translation>
    </message>
    <message>
        <source>Please enter a recipient.</source>
        <translation>请填写收件人。</translation>
    </message>
    <message>
        <source>Sending …</source>
        <translation>正在发送…</translation>
    </message>
    <message>
        <source>Close mail – Postrider</source>
        <translation>关闭邮件 – Postrider</translation>
    </message>
    <message>
        <source>This mail is not sent. Keep it as a draft?</source>
        <translation>这封邮件尚未发送。要保存为草稿吗？</translation>
    </message>
    <message>
        <source>&amp;Keep as draft</source>
        <translation>保存为草稿(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>放弃(&amp;D)</translation>
    </message>
</context>
<context>
    <name>Ui::LogWindow</name>
    <message>
        <source>Log – Postrider</source>
        <translation>日志 – Postrider</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
</context>
<context>
    <name>Ui::LoginWindow</name>
    <message>
        <source>Sign in – Postrider</source>
        <translation>登录 – Postrider</translation>
    </message>
    <message>
        <source>Sign in to %1</source>
        <translation>登录 %1</translation>
    </message>
    <message>
        <source>User name</source>
        <translation>用户名</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>&amp;User name</source>
        <translation>用户名(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Password</source>
        <translation>密码(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Sign in</source>
        <translation>登录(&amp;S)</translation>
    </message>
    <message>
        <source>Please enter the user name and the password.</source>
        <translation>请填写用户名和密码。</translation>
    </message>
</context>
<context>
    <name>Ui::MainWindow</name>
    <message>
        <source>&amp;Mailboxes</source>
        <translation>邮箱(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Newest mails</source>
        <translation>最新邮件(&amp;N)</translation>
    </message>
    <message>
        <source>S&amp;ync now</source>
        <translation>立即同步(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Open in the browser</source>
        <translation>在浏览器中打开(&amp;O)</translation>
    </message>
    <message>
        <source>Mor&amp;e</source>
        <translation>更多(&amp;E)</translation>
    </message>
    <message>
        <source>Sign in …</source>
        <translation>登录…</translation>
    </message>
    <message>
        <source>Start the mail service</source>
        <translation>启动邮件服务</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>立即重试</translation>
    </message>
    <message>
        <source>Unread: %1</source>
        <translation>未读：%1</translation>
    </message>
    <message>
        <source>Ne&amp;w mail</source>
        <translation>写邮件(&amp;W)</translation>
    </message>
    <message>
        <source>Search all mail</source>
        <translation>搜索所有邮件</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>Deleted: %1</source>
        <translation>已删除：%1</translation>
    </message>
    <message>
        <source>Searching …</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>The newest %L1 of %L2 mails found</source>
        <translation>找到 %L2 封邮件，显示最新的 %L1 封</translation>
    </message>
    <message numerus="yes">
        <source>%n mails found</source>
        <translation>
            <numerusform>找到 %n 封邮件</numerusform>
        </translation>
    </message>
    <message>
        <source>No mailbox yet. Press Enter here to add one.</source>
        <translation>还没有邮箱。在此按 Enter 键添加。</translation>
    </message>
    <message>
        <source>Enter goes to the first mail that is found</source>
        <translation>按 Enter 键转到找到的第一封邮件</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>清除搜索</translation>
    </message>
</context>
<context>
    <name>Ui::Menu</name>
    <message>
        <source>Show mails</source>
        <translation>查看邮件</translation>
    </message>
    <message>
        <source>Sync now</source>
        <translation>立即同步</translation>
    </message>
    <message>
        <source>No notices</source>
        <translation>不通知</translation>
    </message>
    <message>
        <source>Pause synchronisation</source>
        <translation>暂停同步</translation>
    </message>
    <message>
        <source>Show notices again (paused until %1)</source>
        <translation>恢复通知（已暂停至 %1）</translation>
    </message>
    <message>
        <source>Pause notices</source>
        <translation>暂停通知</translation>
    </message>
    <message>
        <source>For 30 minutes</source>
        <translation>30 分钟</translation>
    </message>
    <message>
        <source>For 1 hour</source>
        <translation>1 小时</translation>
    </message>
    <message>
        <source>Until tomorrow</source>
        <translation>到明天</translation>
    </message>
    <message>
        <source>(no subject)</source>
        <translation>（无主题）</translation>
    </message>
    <message>
        <source>Sign in …</source>
        <translation>登录…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>立即重试</translation>
    </message>
    <message>
        <source>Start the mail service</source>
        <translation>启动邮件服务</translation>
    </message>
    <message>
        <source>Count all unread mails again</source>
        <translation>重新计入所有未读邮件</translation>
    </message>
    <message>
        <source>Ignore what is unread now</source>
        <translation>不再计入现有未读邮件</translation>
    </message>
    <message>
        <source>Open mail in the browser</source>
        <translation>在浏览器中打开邮件</translation>
    </message>
    <message>
        <source>Show window</source>
        <translation>显示窗口</translation>
    </message>
    <message>
        <source>Settings …</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Show log</source>
        <translation>查看日志</translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation>退出登录</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>In 1 hour</source>
        <translation>1 小时后</translation>
    </message>
    <message>
        <source>Tonight</source>
        <translation>今晚</translation>
    </message>
    <message>
        <source>On Monday</source>
        <translation>下周一</translation>
    </message>
    <message>
        <source>Open in the browser</source>
        <translation>在浏览器中打开</translation>
    </message>
    <message>
        <source>Reply …</source>
        <translation>回复…</translation>
    </message>
    <message>
        <source>Mark as unread</source>
        <translation>标为未读</translation>
    </message>
    <message>
        <source>Mark as read</source>
        <translation>标为已读</translation>
    </message>
    <message>
        <source>Star</source>
        <translation>加星标</translation>
    </message>
    <message>
        <source>Show its notice again</source>
        <translation>稍后再次通知</translation>
    </message>
    <message>
        <source>Delete here</source>
        <translation>在此处删除</translation>
    </message>
    <message>
        <source>New mail …</source>
        <translation>写邮件…</translation>
    </message>
    <message>
        <source>tomorrow %1</source>
        <comment>time of the end of a pause</comment>
        <translation>明天 %1</translation>
    </message>
    <message>
        <source>Sign in again …</source>
        <translation>重新登录…</translation>
    </message>
    <message>
        <source>Change or remove …</source>
        <translation>更改或移除…</translation>
    </message>
    <message>
        <source>No mailbox yet: add one …</source>
        <translation>还没有邮箱：添加一个…</translation>
    </message>
    <message>
        <source>Add a mailbox …</source>
        <translation>添加邮箱…</translation>
    </message>
    <message>
        <source>Unsubscribe from the list …</source>
        <translation>退订此邮件列表…</translation>
    </message>
</context>
<context>
    <name>Ui::Notices</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Mark as read</source>
        <translation>标为已读</translation>
    </message>
    <message>
        <source>Star</source>
        <translation>加星标</translation>
    </message>
    <message>
        <source>Delete here</source>
        <translation>在此处删除</translation>
    </message>
    <message>
        <source>New mail</source>
        <translation>新邮件</translation>
    </message>
    <message>
        <source>(no subject)</source>
        <translation>（无主题）</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <comment>sender and mailbox</comment>
        <translation>%1 – %2</translation>
    </message>
    <message numerus="yes">
        <source>%n new mails</source>
        <translation>
            <numerusform>%n 封新邮件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more mailboxes</source>
        <translation>
            <numerusform>以及另外 %n 个邮箱</numerusform>
        </translation>
    </message>
    <message>
        <source>The mail could not be deleted</source>
        <translation>无法删除邮件</translation>
    </message>
    <message>
        <source>The mail could not be starred</source>
        <translation>无法给邮件加星标</translation>
    </message>
    <message>
        <source>The mail could not be marked as read</source>
        <translation>无法将邮件标为已读</translation>
    </message>
    <message>
        <source>The mailbox could not be synchronised</source>
        <translation>无法同步邮箱</translation>
    </message>
    <message>
        <source>The mailbox could not be paused or resumed</source>
        <translation>无法暂停或恢复邮箱</translation>
    </message>
    <message>
        <source>The page could not be opened</source>
        <translation>无法打开页面</translation>
    </message>
    <message>
        <source>The start at login could not be changed</source>
        <translation>随会话启动的设置未更改</translation>
    </message>
    <message>
        <source>That did not work</source>
        <translation>操作失败</translation>
    </message>
    <message numerus="yes">
        <source>%n mailboxes need your attention</source>
        <translation>
            <numerusform>%n 个邮箱需要您处理</numerusform>
        </translation>
    </message>
    <message>
        <source>A mailbox needs your attention</source>
        <translation>有邮箱需要您处理</translation>
    </message>
    <message>
        <source>Copy %1</source>
        <translation>复制 %1</translation>
    </message>
    <message>
        <source>Later …</source>
        <translation>稍后…</translation>
    </message>
    <message>
        <source>When should this notice be shown again?</source>
        <translation>何时再次提醒？</translation>
    </message>
    <message>
        <source>In 1 hour</source>
        <translation>1 小时后</translation>
    </message>
    <message>
        <source>Tonight at %1</source>
        <translation>今晚 %1</translation>
    </message>
    <message>
        <source>On Monday</source>
        <translation>下周一</translation>
    </message>
    <message>
        <source>Mail deleted</source>
        <translation>邮件已删除</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>The reply could not be started</source>
        <translation>无法开始回复</translation>
    </message>
    <message>
        <source>The new mail could not be started</source>
        <translation>无法开始写邮件</translation>
    </message>
    <message>
        <source>The mail could not be marked as unread</source>
        <translation>无法将邮件标为未读</translation>
    </message>
    <message>
        <source>The mail waits to be sent</source>
        <translation>邮件正等待发送</translation>
    </message>
    <message>
        <source>The mail is sent</source>
        <translation>邮件已发送</translation>
    </message>
    <message>
        <source>Unsubscribing from the list failed</source>
        <translation>无法退订邮件列表</translation>
    </message>
</context>
<context>
    <name>Ui::Reply</name>
    <message>
        <source>%1 wrote on %2:</source>
        <comment>sender and time</comment>
        <translation>%1 于 %2 写道：</translation>
    </message>
</context>
<context>
    <name>Ui::SettingsWindow</name>
    <message>
        <source>Settings – Postrider</source>
        <translation>设置 – Postrider</translation>
    </message>
    <message>
        <source>Mail service</source>
        <translation>邮件服务</translation>
    </message>
    <message>
        <source>My own, on this &amp;computer</source>
        <translation>我自己的，在这台计算机上(&amp;C)</translation>
    </message>
    <message>
        <source>Start it when it is not r&amp;unning</source>
        <translation>未运行时启动它(&amp;U)</translation>
    </message>
    <message>
        <source>One &amp;elsewhere, with sign-in</source>
        <translation>其他地方的，需要登录(&amp;E)</translation>
    </message>
    <message>
        <source>Address of the mail service</source>
        <translation>邮件服务的地址</translation>
    </message>
    <message>
        <source>Notices of new mail</source>
        <translation>新邮件通知</translation>
    </message>
    <message>
        <source>&amp;Show notices</source>
        <translation>显示通知(&amp;S)</translation>
    </message>
    <message>
        <source>Sender, subject and first words</source>
        <translation>发件人、主题和开头文字</translation>
    </message>
    <message>
        <source>Sender only</source>
        <translation>仅发件人</translation>
    </message>
    <message>
        <source>Only that there is mail</source>
        <translation>仅提示有新邮件</translation>
    </message>
    <message>
        <source>What notices show</source>
        <translation>通知显示的内容</translation>
    </message>
    <message>
        <source>With a s&amp;ound</source>
        <translation>播放提示音(&amp;O)</translation>
    </message>
    <message>
        <source>Mailboxes with notices</source>
        <translation>显示通知的邮箱</translation>
    </message>
    <message>
        <source>Notices sho&amp;w</source>
        <translation>显示内容(&amp;W)</translation>
    </message>
    <message>
        <source>From &amp;mailboxes</source>
        <translation>来自邮箱(&amp;M)</translation>
    </message>
    <message>
        <source>Quiet hours</source>
        <translation>免打扰时段</translation>
    </message>
    <message>
        <source>&amp;Hold notices back every day</source>
        <translation>每天暂不通知(&amp;H)</translation>
    </message>
    <message>
        <source>Quiet from</source>
        <translation>免打扰开始时间</translation>
    </message>
    <message>
        <source>Quiet until</source>
        <translation>免打扰结束时间</translation>
    </message>
    <message>
        <source>&amp;from</source>
        <translation>从(&amp;F)</translation>
    </message>
    <message>
        <source>un&amp;til</source>
        <translation>到(&amp;T)</translation>
    </message>
    <message>
        <source>This program</source>
        <translation>本程序</translation>
    </message>
    <message>
        <source>Coloured</source>
        <translation>彩色</translation>
    </message>
    <message>
        <source>White, for dark panels</source>
        <translation>白色，适合深色面板</translation>
    </message>
    <message>
        <source>Black, for light panels</source>
        <translation>黑色，适合浅色面板</translation>
    </message>
    <message>
        <source>Icon</source>
        <translation>图标</translation>
    </message>
    <message>
        <source>Start when I &amp;log in</source>
        <translation>登录系统时启动(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Icon</source>
        <translation>图标(&amp;I)</translation>
    </message>
    <message>
        <source>White or black, to match the panel</source>
        <translation>白色或黑色，随面板而定</translation>
    </message>
</context>
<context>
    <name>Ui::Status</name>
    <message>
        <source>no encrypted connection to the mail server</source>
        <translation>无法与邮件服务器建立加密连接</translation>
    </message>
    <message>
        <source>the mail server did not answer in time</source>
        <translation>邮件服务器响应超时</translation>
    </message>
    <message>
        <source>the mail server reports an error</source>
        <translation>邮件服务器报告错误</translation>
    </message>
    <message>
        <source>the mail server does not answer</source>
        <translation>邮件服务器没有响应</translation>
    </message>
    <message>
        <source>Looking for the mail service</source>
        <translation>正在查找邮件服务</translation>
    </message>
    <message>
        <source>Starting the mail service</source>
        <translation>正在启动邮件服务</translation>
    </message>
    <message>
        <source>Signing in</source>
        <translation>正在登录</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>Connection lost, trying again</source>
        <translation>连接已断开，正在重试</translation>
    </message>
    <message>
        <source>Connection lost, trying again from time to time</source>
        <translation>连接已断开，将不时重试</translation>
    </message>
    <message>
        <source>Not signed in</source>
        <translation>未登录</translation>
    </message>
    <message>
        <source>The mail service is not running</source>
        <translation>邮件服务未运行</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>sign in again</source>
        <translation>请重新登录</translation>
    </message>
    <message>
        <source>the keychain is locked</source>
        <translation>密钥环已锁定</translation>
    </message>
    <message>
        <source>the stored password cannot be read</source>
        <translation>无法读取保存的密码</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is not trusted</source>
        <translation>服务器的证书不受信任</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>trouble, and details</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%L1 of %L2 mails fetched</source>
        <translation>已获取 %L1 封，共 %L2 封邮件</translation>
    </message>
    <message>
        <source>The keychain is locked. Unlock it to stay signed in.</source>
        <translation>密钥环已锁定。请解锁以保持登录。</translation>
    </message>
    <message>
        <source>No keychain is available in this session. You stay signed in until you quit.</source>
        <translation>此会话中没有可用的密钥环。退出程序前您将保持登录。</translation>
    </message>
    <message numerus="yes">
        <source>%n unread</source>
        <translation>
            <numerusform>%n 封未读</numerusform>
        </translation>
    </message>
    <message>
        <source>Notices are held back</source>
        <translation>通知已暂停</translation>
    </message>
</context>
<context>
    <name>Unsubscriber</name>
    <message>
        <source>Unsubscribe from this mailing list? A request is sent to %1. The sender can then see that you have read this mail.</source>
        <translation>要退订此邮件列表吗？将请求 %1 不再向您发送此列表的邮件，对方也会得知您已阅读此邮件。</translation>
    </message>
    <message>
        <source>&amp;Unsubscribe</source>
        <translation>退订(&amp;U)</translation>
    </message>
    <message>
        <source>To unsubscribe from this mailing list, use a page of %1. Open it in the browser?</source>
        <translation>此邮件列表需在 %1 的网页上退订。要在浏览器中打开吗？</translation>
    </message>
    <message>
        <source>&amp;Open the page</source>
        <translation>打开网页(&amp;O)</translation>
    </message>
    <message>
        <source>To unsubscribe from this mailing list, send a mail to %1. Write it now?</source>
        <translation>此邮件列表需向 %1 发送邮件来退订。现在写吗？</translation>
    </message>
    <message>
        <source>&amp;Write the mail</source>
        <translation>写邮件(&amp;W)</translation>
    </message>
    <message>
        <source>This mail contains no address for unsubscribing from a mailing list. Look for a link in its text.</source>
        <translation>此邮件未说明如何退订邮件列表。请在正文中查找链接。</translation>
    </message>
    <message>
        <source>%1 has accepted your request. Mails that were already sent may still arrive.</source>
        <translation>%1 已接受您的请求。已在途中的邮件仍可能送达。</translation>
    </message>
    <message>
        <source>Unsubscribe – Postrider</source>
        <translation>退订 – Postrider</translation>
    </message>
</context>
</TS>
