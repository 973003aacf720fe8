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
        <source>It runs already and does not answer. End process %1 and start again.</source>
        <translation>程序已在运行，但没有响应。请结束进程 %1，然后重新启动。</translation>
    </message>
    <message>
        <source>Started with the session: stay small.</source>
        <translation>随会话启动：不打开窗口。</translation>
    </message>
    <message>
        <source>Ask the one that runs to quit.</source>
        <translation>让正在运行的程序退出。</translation>
    </message>
    <message>
        <source>A mail to be written, as links of pages have it.</source>
        <translation>要撰写的邮件，格式同网页中的链接。</translation>
    </message>
    <message>
        <source>Only one address beginning with mailto: is taken.</source>
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
    <name>NoticeSide</name>
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
        <source>An address is not complete. Please check the recipients.</source>
        <translation>有地址不完整，请检查收件人。</translation>
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
        <source>What answers at this address is not Postrider.</source>
        <translation>在此地址应答的不是 Postrider。</translation>
    </message>
    <message>
        <source>What answers there has not proved to be your mail service. It is told nothing.</source>
        <translation>那里的应答方未能证明自己是您的邮件服务，不会向它透露任何信息。</translation>
    </message>
</context>
<context>
    <name>Session::Link</name>
    <message>
        <source>The file that names your mail service cannot be trusted or is too old.</source>
        <translation>指明您的邮件服务的文件不可信或已过期。</translation>
    </message>
    <message>
        <source>Please sign in to %1.</source>
        <translation>请登录 %1。</translation>
    </message>
    <message>
        <source>The mail service does not let this program in. Restarting it may help.</source>
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
        <source>What answers there has not proved to be your mail service. It is told nothing.</source>
        <translation>那里的应答方未能证明自己是您的邮件服务，不会向它透露任何信息。</translation>
    </message>
    <message>
        <source>The answer was not understood.</source>
        <translation>无法理解收到的应答。</translation>
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
        <source>The mail service was started and does not answer. Its log may say why: journalctl --user --unit postriderd</source>
        <translation>邮件服务已启动但没有响应。其日志也许说明了原因：journalctl --user --unit postriderd</translation>
    </message>
    <message>
        <source>The mail service was started and does not answer. It last said: %1</source>
        <translation>邮件服务已启动但没有响应。它最后的消息：%1</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Please mend that, then choose “Start the mail service”. Its log is %1.</source>
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
        <source>The address must begin with https://, because your password and mail go over it.</source>
        <translation>地址必须以 https:// 开头，因为您的密码和邮件都经由它传输。</translation>
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
        <source>Please say to whom the mail goes.</source>
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
        <source>Please enter both.</source>
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
        <source>No mailbox yet</source>
        <translation>还没有邮箱</translation>
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
        <source>No page could be opened</source>
        <translation>无法打开页面</translation>
    </message>
    <message>
        <source>The start with your session is unchanged</source>
        <translation>随会话启动的设置未更改</translation>
    </message>
    <message>
        <source>That did not work</source>
        <translation>操作失败</translation>
    </message>
    <message numerus="yes">
        <source>%n mailboxes need you</source>
        <translation>
            <numerusform>%n 个邮箱需要您处理</numerusform>
        </translation>
    </message>
    <message>
        <source>A mailbox needs you</source>
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
        <source>When is this to come again?</source>
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
        <source>The answer could not be begun</source>
        <translation>无法开始回复</translation>
    </message>
    <message>
        <source>The mail could not be begun</source>
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
        <source>They sho&amp;w</source>
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
        <source>Connection lost, looking now and then</source>
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
        <source>No keychain answers in this session. You stay signed in until you quit.</source>
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
</TS>
