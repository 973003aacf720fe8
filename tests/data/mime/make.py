#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the odd mails of this folder: NAME.eml and beside it NAME.json, what a reader must make of
it. The expectations are written down here by hand, never copied from our reader's output; only the
keys that a .json has are compared. Run it in this folder after adding a case."""
import base64
import json
import pathlib
import quopri
import sys
import zlib

HERE = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
HERE = HERE if HERE.is_dir() else HERE.parent
NAMES = set()


def crlf(text):
    return text.replace("\n", "\r\n")


def case(name, raw, **expected):
    """raw: str (UTF-8, line feeds become CR LF) or bytes as they are."""
    assert name not in NAMES, name
    NAMES.add(name)
    if isinstance(raw, str):
        raw = crlf(raw).encode()
    (HERE / f"{name}.eml").write_bytes(raw)
    text = json.dumps(expected, ensure_ascii=False, indent=1, sort_keys=True)
    (HERE / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def b64(data):
    return base64.encodebytes(data).decode().strip()


def attachment(path, filename, kind, size, cid="", inline=False):
    return {
        "partPath": path,
        "filename": filename,
        "contentType": kind,
        "size": size,
        "contentId": cid,
        "isInline": inline,
    }


# ---- charsets: body and subject in each -------------------------------------------------------
CHARSETS = [
    ("utf-8", "utf-8", "Grüße – 你好 – привет"),
    ("latin1", "iso-8859-1", "Grüße aus Köln, ça va?"),
    ("latin1-euro", "iso-8859-1", None),
    ("latin2", "iso-8859-2", "Zażółć gęślą jaźń"),
    ("latin9", "iso-8859-15", "Preis: 5 €, Œuvre"),
    ("windows-1252", "windows-1252", "“Quotes” – 20 €…"),
    ("windows-1250", "windows-1250", "Příliš žluťoučký kůň"),
    ("windows-1251", "windows-1251", "Привет из Москвы"),
    ("koi8-r", "koi8-r", "Отчёт о встрече"),
    ("koi8-u", "koi8-u", "Привіт із Києва"),
    ("gb2312", "gb2312", "会议纪要和发票"),
    ("gbk", "gbk", "朱镕基參加會議"),
    ("gb18030", "gb18030", "䶮𠀀项目"),
    ("big5", "big5", "會議紀錄與發票"),
    ("shift_jis", "shift_jis", "会議の資料をご確認ください"),
    ("iso-2022-jp", "iso-2022-jp", "会議の資料をご確認ください"),
    ("euc-jp", "euc-jp", "東京の株式会社"),
    ("euc-kr", "euc-kr", "안녕하세요 회의 자료"),
    ("euc-kr-make-up", "euc-kr", "극득굫 녬녤뻰 편춳"),  # KS X 1001 annex 3
    ("windows-1255", "windows-1255", "שלום עולם"),
    ("windows-1256", "windows-1256", "مرحبا بالعالم"),
    ("iso-8859-7", "iso-8859-7", "Καλημέρα κόσμε"),
    ("tis-620", "tis-620", "สวัสดีครับ"),
    ("utf-7", "utf-7", "Grüße 你好"),
]
for name, charset, text in CHARSETS:
    if text is None:
        continue
    body = text.encode(charset)
    word = f"=?{charset}?B?{base64.b64encode(body).decode()}?="
    head = (
        f"From: =?{charset}?B?{base64.b64encode(body).decode()}?= <a@example.org>\r\n"
        f"Subject: {word}\r\nMIME-Version: 1.0\r\n"
        f"Content-Type: text/plain; charset={charset}\r\n"
    )
    case(
        f"charset-{name}-8bit",
        head.encode() + b"Content-Transfer-Encoding: 8bit\r\n\r\n" + body + b"\r\n",
        subject=text,
        fromName=text,
        text=text + "\n",
        summary=text,
        defects=[],
    )
    case(
        f"charset-{name}-base64",
        (head + "Content-Transfer-Encoding: base64\r\n\r\n" + b64(body) + "\r\n").encode(),
        subject=text,
        text=text,
        defects=[],
    )

LATIN = "Subject: x\nContent-Type: text/plain; charset=%s\nContent-Transfer-Encoding: 8bit\n\n"
case("charset-latin1-is-windows-1252", crlf(LATIN % "iso-8859-1").encode() + b"5 \x80 \x93x\x94\r\n", text="5 € “x”\n")
case("charset-latin1-said-utf8-sent", crlf(LATIN % "iso-8859-1").encode() + "Grüße".encode(), text="Grüße")
case("charset-ascii-said-utf8-sent", crlf(LATIN % "us-ascii").encode() + "Grüße 你好".encode(), text="Grüße 你好")
case(
    "charset-utf8-said-latin1-sent",
    crlf(LATIN % "utf-8").encode() + b"Gr\xfc\xdfe aus K\xf6ln, sch\xf6ne Gr\xfc\xdfe",
    text="Grüße aus Köln, schöne Grüße",
)
case(
    "charset-utf8-damaged",
    crlf(LATIN % "utf-8").encode() + "你好世界".encode() + b"\xff" + "再见".encode(),
    text="你好世界\ufffd再见",
)
case("charset-unknown-label", crlf(LATIN % "x-nonsense").encode() + "naïve 你好".encode(), text="naïve 你好")
case("charset-quoted-spaced-label", crlf(LATIN % '" UTF-8 "').encode() + "é".encode(), text="é")
case("charset-none-utf8", "Subject: x\n\nnaïve 你好\n", text="naïve 你好\n")
case("charset-none-latin1", b"Subject: x\r\n\r\nna\xefve caf\xe9 \x96 5 \x80\r\n", text="naïve café – 5 €\n")
case("charset-none-jis", b"Subject: x\r\n\r\n" + "会議の資料".encode("iso-2022-jp") + b"\r\n", text="会議の資料\n")
case("charset-utf8-bom", b"Subject: x\r\nContent-Type: text/plain\r\n\r\n\xef\xbb\xbfHallo\r\n", text="Hallo\n")
case(
    "charset-utf16-bom",
    (
        "Subject: x\r\nContent-Type: text/plain; charset=utf-16\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        + b64("Grüße".encode("utf-16"))
    ).encode(),
    text="Grüße",
)
case(
    "charset-cp932-extensions",
    b"Subject: x\r\nContent-Type: text/plain; charset=shift_jis\r\n\r\n\x87\x40\x87\x54",
    text="①Ⅰ",
)
case(
    "charset-ks-c-5601",
    b"Subject: x\r\nContent-Type: text/plain; charset=ks_c_5601-1987\r\n\r\n\x81\x41\xb0\xa1",
    text="갂가",
)
case(
    "charset-html-meta",
    b'Subject: x\r\nContent-Type: text/html\r\n\r\n<html><head><meta charset="koi8-r"></head><body>'
    + "Привет".encode("koi8-r")
    + b"</body></html>",
    summary="Привет",
    isHtml=True,
)
case(
    "charset-html-meta-http-equiv",
    b"Subject: x\r\nContent-Type: text/html\r\n\r\n<META content='text/html; charset=gb2312' http-equiv=Content-Type><p>"
    + "会议".encode("gb2312"),
    summary="会议",
)
case(
    "charset-html-meta-lies",
    "Subject: x\nContent-Type: text/html\n\n<meta charset=gb2312><p>Grüße 会议",
    summary="Grüße 会议",
)
case("charset-nul-dropped", b"Subject: x\r\n\r\na\x00b\r\n", text="ab\n")

# ---- header lines ------------------------------------------------------------------------------
BODY = "\n\nHello\n"
case(
    "header-bom",
    b"\xef\xbb\xbfFrom: a@example.org\r\nSubject: x\r\n\r\nHello\r\n",
    subject="x",
    **{"from": "a@example.org"},
    text="Hello\n",
    defects=[],
)
case(
    "header-mbox-line",
    "From a@example.org Mon Jan  5 10:00:00 2026\nFrom: a@example.org\nSubject: x" + BODY,
    subject="x",
    text="Hello\n",
    defects=[],
)
case("header-blank-lines-first", "\n\nSubject: x" + BODY, subject="x", text="Hello\n")
case(
    "header-bare-lf",
    b"Subject: x\nFrom: a@example.org\n\nHello\nWorld\n",
    subject="x",
    text="Hello\nWorld\n",
    defects=[],
)
case(
    "header-bare-cr",
    b"Subject: x\rFrom: a@example.org\r\rHello\rWorld\r",
    subject="x",
    **{"from": "a@example.org"},
    text="Hello\nWorld\n",
    defects=["bare_carriage_returns"],
)
case(
    "header-cr-cr-lf",
    b"Subject: x\r\r\nFrom: a@example.org\r\r\n\r\r\nHello\r\n",
    subject="x",
    **{"from": "a@example.org"},
    text="Hello\n",
)
case(
    "header-missing-blank-line",
    "Subject: x\nFrom: a@example.org\nHello there, this is text\nmore\n",
    subject="x",
    text="Hello there, this is text\nmore\n",
    defects=["missing_blank_line"],
)
case(
    "header-rubbish-line",
    "From: a@example.org\nrubbish without colon\nSubject: x" + BODY,
    subject="x",
    text="Hello\n",
    defects=["broken_header_line"],
)
case("header-blank-in-separator", "Subject: x\n  \nHello\n", subject="x", text="Hello\n")
case("header-space-before-colon", "Subject : x\nFrom\t: a@example.org" + BODY, subject="x", **{"from": "a@example.org"})
case("header-folded", "Subject: one\n two\n\tthree" + BODY, subject="one two three")
case(
    "header-two-from",
    "From: First <a@example.org>\nFrom: Second <b@example.org>" + BODY,
    **{"from": "a@example.org"},
    fromName="First",
    defects=["duplicate_from"],
)
case(
    "header-8bit-utf8",
    "From: Jürgen Weiß <j@example.org>\nSubject: Grüße 你好" + BODY,
    subject="Grüße 你好",
    fromName="Jürgen Weiß",
)
case(
    "header-8bit-by-body-charset",
    "Subject: ".encode() + "Отчёт".encode("koi8-r") + b"\r\nContent-Type: text/plain; charset=koi8-r\r\n\r\nx",
    subject="Отчёт",
)
case("header-8bit-windows-1252", b"Subject: Gr\xfc\xdfe \x96 5 \x80\r\n\r\nx", subject="Grüße – 5 €")
case("header-only", "Subject: x\nFrom: a@example.org\n", subject="x", text="", summary="", defects=[])
case("header-empty-mail", b"", subject="", **{"from": ""}, text="", summary="", attachments=[])
case("header-body-only", b"just text, no header\r\n", subject="", text="just text, no header\n")
case("header-message-id-folded", "Message-ID:\n <abc.def@example.org>" + BODY, messageId="<abc.def@example.org>")
case("header-message-id-bare", "Message-ID: abc@example.org" + BODY, messageId="<abc@example.org>")
case("header-message-id-none", "Subject: x" + BODY, messageId="")


# ---- RFC 2047 and addresses --------------------------------------------------------------------
def half(text, charset, at):
    data = text.encode(charset)
    return data[:at], data[at:]


a, b = half("你好世界", "utf-8", 4)
case(
    "word-character-split",
    f"Subject: =?utf-8?B?{base64.b64encode(a).decode()}?=\n =?UTF-8?B?{base64.b64encode(b).decode()}?=" + BODY,
    subject="你好世界",
)
case("word-padding-joined", "Subject: =?UTF-8?B?SGVsbG8=?= =?UTF-8?B?IHdvcmxk?=" + BODY, subject="Hello world")
case("word-padding-missing", "Subject: =?utf-8?B?SGVsbG8?= there" + BODY, subject="Hello there")
case("word-q-underscores", "Subject: =?iso-8859-1?q?Gr=FC=DFe_aus=20K=f6ln?=" + BODY, subject="Grüße aus Köln")
case("word-q-raw-space", "Subject: =?utf-8?Q?Hello big w=C3=B6rld?=" + BODY, subject="Hello big wörld")
case("word-end-missing", "Subject: Re: =?utf-8?B?SGVsbG8gd29ybGQ=" + BODY, subject="Re: Hello world")
case("word-mixed-charsets", "Subject: =?iso-8859-1?Q?=E9?= =?koi8-r?B?8NLJ18XU?= text" + BODY, subject="éПривет text")
case("word-language", "Subject: =?utf-8*en?Q?caf=C3=A9?=" + BODY, subject="café")
case("word-inside-text", "Subject: a=?utf-8?Q?=C3=A9?=b" + BODY, subject="aéb")
case(
    "word-jis-joined",
    "Subject: =?iso-2022-jp?B?"
    + base64.b64encode("会議".encode("iso-2022-jp")).decode()
    + "?=\n =?iso-2022-jp?B?"
    + base64.b64encode("資料".encode("iso-2022-jp")).decode()
    + "?="
    + BODY,
    subject="会議資料",
)
case("word-newline-inside", "Subject: =?utf-8?Q?one=0D=0ABcc:_x=00y?=" + BODY, subject="one Bcc: xy")
case(
    "word-no-word",
    "Subject: =?not a word?= and =?= and =?utf-8?X?abc?=" + BODY,
    subject="=?not a word?= and =?= and =?utf-8?X?abc?=",
)
case(
    "address-word-in-quotes",
    'From: "=?utf-8?Q?J=C3=B6rg?= Weber" <j@example.org>' + BODY,
    fromName="Jörg Weber",
    **{"from": "j@example.org"},
)
case(
    "address-comma-in-word",
    "To: =?utf-8?Q?Smith, J=C3=B6rg?= <j@example.org>, b@example.org" + BODY,
    to=[["Smith, Jörg", "j@example.org"], ["", "b@example.org"]],
)
case(
    "address-group",
    "To: Team: Ann <ann@example.org>, bob@example.org;, c@example.org" + BODY,
    to=[["Ann", "ann@example.org"], ["", "bob@example.org"], ["", "c@example.org"]],
)
case("address-undisclosed", "To: undisclosed-recipients:;" + BODY, to=[])
case(
    "address-comment",
    "From: a@example.org (Ann (the boss))" + BODY,
    fromName="Ann (the boss)",
    **{"from": "a@example.org"},
)
case(
    "address-quoted-local",
    'From: "john doe"@example.org\nTo: <"a,b"@example.org>, "x@y" <z@example.org>' + BODY,
    **{"from": '"john doe"@example.org'},
    to=[["", '"a,b"@example.org'], ["x@y", "z@example.org"]],
)
case(
    "address-unquoted-comma",
    "To: Doe, John <john@example.org>, Roe, Jane <jane@example.org>" + BODY,
    to=[["Doe, John", "john@example.org"], ["Roe, Jane", "jane@example.org"]],
)
case(
    "address-semicolons",
    "To: a@example.org; Bea <b@example.org>" + BODY,
    to=[["", "a@example.org"], ["Bea", "b@example.org"]],
)
case(
    "address-bracket-missing",
    "To: Ann <a@example.org, Bea <b@example.org" + BODY,
    to=[["Ann", "a@example.org"], ["Bea", "b@example.org"]],
)
case("address-quote-open", 'From: "Ann <a@example.org>' + BODY, **{"from": "a@example.org"}, fromName="Ann")
case(
    "address-route-and-blanks",
    "From: < @relay.example,@b.example:a @ example.org >" + BODY,
    **{"from": "a@example.org"},
)
case("address-no-brackets", "From: Ann Lee ann@example.org" + BODY, **{"from": "ann@example.org"}, fromName="Ann Lee")
case("address-mailto", "From: Ann <mailto:ann@example.org>" + BODY, **{"from": "ann@example.org"}, fromName="Ann")
case("address-literal", "From: a@[IPv6:2001:db8::1]" + BODY, **{"from": "a@[IPv6:2001:db8::1]"})
case(
    "address-several-to",
    "To: a@example.org\nCc: c@example.org\nTo: b@example.org" + BODY,
    to=[["", "a@example.org"], ["", "b@example.org"]],
)
case("address-name-only", "From: Mail Delivery Subsystem" + BODY, **{"from": ""}, fromName="Mail Delivery Subsystem")

# ---- types, parameters, names ------------------------------------------------------------------
PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452")


def mixed(*parts, boundary="B", kind="mixed", extra="", tail=True):
    out = f'Subject: x\nMIME-Version: 1.0\nContent-Type: multipart/{kind}; boundary="{boundary}"{extra}\n\npreamble\n'
    for part in parts:
        out += f"--{boundary}\n{part}\n"
    return out + (f"--{boundary}--\nepilogue\n" if tail else "")


TEXT = "Content-Type: text/plain\n\nThe text"
HTML = "Content-Type: text/html\n\n<p>The <b>HTML</b></p>"
PDF = (
    'Content-Type: application/pdf; name="a.pdf"\nContent-Disposition: attachment; filename="a.pdf"\nContent-Transfer-Encoding: base64\n\n'
    + b64(b"%PDF-1.4 something")
)


def file(disposition):
    return f"Content-Type: application/pdf\nContent-Disposition: {disposition}\n\nabc"


NAME_CASES = [
    ("plain", 'attachment; filename="report.pdf"', "report.pdf"),
    ("unquoted-blanks", "attachment; filename=my report.pdf; size=3", "my report.pdf"),
    ("2231", "attachment; filename*=utf-8''%E4%BC%9A%E8%AE%AE.pdf", "会议.pdf"),
    ("2231-continued", "attachment; filename*0*=utf-8''%E4%BC%9A;\n filename*1*=%E8%AE%AE; filename*2=.pdf", "会议.pdf"),
    ("2231-split-character", "attachment; filename*1*=%AE.pdf;\n filename*0*=utf-8''%E4%BC%9A%E8%AE", "会议.pdf"),
    ("2231-plain-sections", 'attachment; filename*0="long ";\n filename*1="name.pdf"', "long name.pdf"),
    ("2231-latin1", "attachment; filename*=iso-8859-1'de'Gr%FC%DFe.pdf", "Grüße.pdf"),
    ("2231-wins", "attachment; filename=\"x.pdf\"; filename*=utf-8''%C3%A9.pdf", "é.pdf"),
    ("2047", 'attachment; filename="=?utf-8?B?5Lya6K6uLnBkZg==?="', "会议.pdf"),
    ("2047-unquoted", "attachment; filename==?utf-8?Q?caf=C3=A9.pdf?=", "café.pdf"),
    ("raw-utf8", 'attachment; filename="会议.pdf"', "会议.pdf"),
    ("path", 'attachment; filename="C:\\\\temp\\\\..\\\\evil.pdf"', "evil.pdf"),
    ("path-unescaped", 'attachment; filename="../../etc/passwd"', "passwd"),
    ("quote-open", 'attachment; filename="open.pdf', "open.pdf"),
    ("escaped-quote", 'attachment; filename="a\\"b.pdf"', 'a"b.pdf'),
    ("comment", 'attachment (a comment); filename="c.pdf" (another)', "c.pdf"),
]
for name, disposition, filename in NAME_CASES:
    case(
        f"name-{name}",
        mixed(TEXT, file(disposition)),
        text="The text",
        hasAttachment=True,
        attachments=[attachment("2", filename, "application/pdf", 3)],
    )
case(
    "name-in-type-only",
    mixed(TEXT, 'Content-Type: application/pdf; name="t.pdf"\n\nabc'),
    attachments=[attachment("2", "t.pdf", "application/pdf", 3)],
)
case(
    "type-text-alone",
    "Subject: x\nContent-Type: text\n\nHello",
    text="Hello",
    isHtml=False,
    defects=["bad_content_type"],
)
case("type-html-alone", "Subject: x\nContent-Type: html\n\n<b>Hello</b>", summary="Hello", isHtml=True)
case(
    "type-semicolon-missing",
    b"Subject: x\r\nContent-Type: text/plain charset=koi8-r format=flowed\r\n\r\n" + "Привет".encode("koi8-r"),
    text="Привет",
)
case(
    "type-upper-case", 'Subject: x\nCONTENT-TYPE: TEXT/HTML; CHARSET="UTF-8"\n\n<b>é</b>', html="<b>é</b>", isHtml=True
)
case(
    "type-pdf-root",
    "Subject: x\nContent-Type: application/pdf; name=r.pdf\nContent-Transfer-Encoding: base64\n\nYWJj",
    attachments=[attachment("1", "r.pdf", "application/pdf", 3)],
    hasAttachment=True,
    summary="",
)
case("type-enriched-root", "Subject: x\nContent-Type: text/enriched\n\nHello", text="Hello", attachments=[])


# ---- transfer encodings ------------------------------------------------------------------------
def encoded(encoding, body):
    return f"Subject: x\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: {encoding}\n\n{body}"


case(
    "qp-soft-breaks", encoded("quoted-printable", "one=\ntwo= \t\nthree   \nf=c3=bcr=3D\n"), text="onetwothree\nfür=\n"
)
case("qp-broken", encoded("Quoted-Printable", "a=b =ZZ = c=\n"), text="a=b =ZZ = c")
case("qp-end", encoded("quoted-printable", "abc="), text="abc")
case("base64-chunks", encoded("base64", "SGVsbG8=\nIHdvcmxk\n"), text="Hello world")
case("base64-rubbish", encoded("BASE64;", "SGVs*bG8g\n!d29y\nbGQ"), text="Hello world")
case(
    "base64-list-footer",
    encoded("base64", "SGVsbG8gd29ybGQhCg==\n______________________\nlist mailing list\nlist@example.org\n"),
    text="Hello world!\n",
)
case("encoding-unknown", encoded("x-nonsense", "Hello"), text="Hello", defects=["unknown_encoding"])
UU = "begin 644 hello.txt\n+:&5L;&\\@=V]R;&0\n`\nend\n"
case(
    "uuencode-in-text",
    "Subject: x\n\nBefore\n" + UU + "After\n",
    text="Before\nAfter\n",
    attachments=[attachment("1#1", "hello.txt", "application/octet-stream", 11)],
    hasAttachment=True,
)
case(
    "uuencode-not-one",
    "Subject: x\n\nbegin 644 the story\nonce upon a time\nend\n",
    text="begin 644 the story\nonce upon a time\nend\n",
    attachments=[],
)
case(
    "flowed",
    "Subject: x\nContent-Type: text/plain; format=flowed\n\nA long \nparagraph.\n\n> quoted \n> text\n>> deeper\n From here\n-- \nMe\n",
    text="A long paragraph.\n\n> quoted text\n>> deeper\nFrom here\n-- \nMe\n",
)
case(
    "flowed-delsp",
    "Subject: x\nContent-Type: text/plain; format=flowed; delsp=yes\n\nwun \nder \nbar\n",
    text="wunderbar\n",
)

# ---- structure ---------------------------------------------------------------------------------
case(
    "mixed",
    mixed(TEXT, PDF),
    text="The text",
    attachments=[attachment("2", "a.pdf", "application/pdf", 18)],
    hasAttachment=True,
    isHtml=False,
    defects=[],
)
case(
    "alternative",
    mixed(TEXT, HTML, kind="alternative"),
    text="The text",
    html="<p>The <b>HTML</b></p>",
    summary="The text",
    attachments=[],
    hasAttachment=False,
    isHtml=True,
)
case(
    "alternative-html-alone",
    mixed(HTML, kind="alternative"),
    html="<p>The <b>HTML</b></p>",
    text=None,
    summary="The HTML",
)
case(
    "alternative-amp",
    mixed(TEXT, "Content-Type: text/x-amp-html\n\n<html amp>", HTML, kind="alternative"),
    html="<p>The <b>HTML</b></p>",
    attachments=[],
    hasAttachment=False,
)
case(
    "alternative-calendar",
    mixed(TEXT, HTML, "Content-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR", kind="alternative"),
    attachments=[attachment("3", "invite.ics", "text/calendar", 15)],
    hasAttachment=True,
)
IMG = (
    "Content-Type: image/png\nContent-ID: <pic@x>\nContent-Disposition: inline; filename=p.png\nContent-Transfer-Encoding: base64\n\n"
    + b64(PNG)
)
HTML_IMG = 'Content-Type: text/html\n\n<p>See <img src="cid:pic@x"></p>'
case(
    "related-inline",
    mixed(HTML_IMG, IMG, kind="related"),
    hasAttachment=False,
    attachments=[attachment("2", "p.png", "image/png", 16, "pic@x", True)],
    summary="See",
)
case(
    "related-unreferenced",
    mixed(HTML, IMG, kind="related"),
    hasAttachment=True,
    attachments=[attachment("2", "p.png", "image/png", 16, "pic@x", False)],
)
case(
    "related-percent",
    mixed("Content-Type: text/html\n\n<img src='CID:pic%40x'>", IMG, kind="related"),
    attachments=[attachment("2", "p.png", "image/png", 16, "pic@x", True)],
)
case(
    "related-start",
    mixed(
        IMG,
        HTML_IMG.replace("text/html\n", "text/html\nContent-ID: <main>\n"),
        kind="related",
        extra='; start="<main>"',
    ),
    isHtml=True,
    hasAttachment=False,
)
case(
    "mixed-inline-image-without-cid",
    mixed(
        TEXT,
        "Content-Type: image/png; name=i.png\nContent-Disposition: inline\nContent-Transfer-Encoding: base64\n\n"
        + b64(PNG),
    ),
    hasAttachment=True,
    attachments=[attachment("2", "i.png", "image/png", 16)],
)
case(
    "mixed-two-texts",
    mixed(TEXT, "Content-Type: text/plain\n\nThe footer"),
    text="The text\nThe footer",
    attachments=[],
)
case(
    "mixed-text-file",
    mixed(
        TEXT, "Content-Type: text/plain; name=notes.txt\nContent-Disposition: attachment; filename=notes.txt\n\nnotes"
    ),
    text="The text",
    attachments=[attachment("2", "notes.txt", "text/plain", 5)],
)
INNER = "Content-Type: multipart/alternative; boundary=I\n\n--I\n" + TEXT + "\n--I\n" + HTML + "\n--I--\n"
case(
    "nested-paths",
    mixed(INNER, PDF, "Content-Type: multipart/mixed; boundary=J\n\n--J\n" + PDF.replace("a.pdf", "b.pdf") + "\n--J--"),
    text="The text",
    attachments=[attachment("2", "a.pdf", "application/pdf", 18), attachment("3.1", "b.pdf", "application/pdf", 18)],
)
case(
    "list-footer",
    mixed(INNER, "Content-Type: text/plain\n\nlist footer"),
    text="The text\nlist footer",
    html='<p>The <b>HTML</b></p>\n<div style="white-space:pre-wrap">list footer</div>\n',
)
RFC822 = "Content-Type: message/rfc822\n\nSubject: Inner: a/b\nFrom: i@example.org\n\nInner text"
case(
    "message-attached",
    mixed(TEXT, RFC822),
    text="The text",
    summary="The text",
    attachments=[attachment("2", "Inner: a_b.eml", "message/rfc822", 54)],
    hasAttachment=True,
)
case(
    "digest",
    mixed("\nSubject: one\n\nfirst", "\nSubject: two\n\nsecond", kind="digest"),
    attachments=[attachment("1", "one.eml", "message/rfc822", 21), attachment("2", "two.eml", "message/rfc822", 22)],
)
case(
    "boundary-not-closed",
    mixed(TEXT, PDF, tail=False),
    text="The text",
    attachments=[attachment("2", "a.pdf", "application/pdf", 18)],
    defects=["boundary_not_closed"],
)
case(
    "boundary-inner-not-closed",
    mixed("Content-Type: multipart/alternative; boundary=I\n\n--I\n" + TEXT + "\n--I\n" + HTML, PDF),
    text="The text",
    attachments=[attachment("2", "a.pdf", "application/pdf", 18)],
    defects=["boundary_not_closed"],
)
case(
    "boundary-missing",
    mixed(TEXT, PDF).replace('; boundary="B"', ""),
    text="The text",
    attachments=[attachment("2", "a.pdf", "application/pdf", 18)],
    defects=["boundary_missing"],
)
case(
    "boundary-wrong",
    mixed(TEXT, PDF).replace('boundary="B"', 'boundary="other"'),
    text="The text",
    attachments=[attachment("2", "a.pdf", "application/pdf", 18)],
    defects=["boundary_not_found"],
)
case(
    "boundary-nowhere",
    "Subject: x\nContent-Type: multipart/mixed; boundary=B\n\nJust text\n",
    text="Just text\n",
    attachments=[],
    defects=["boundary_not_found", "boundary_not_closed"],
)
case(
    "boundary-trailing-blanks",
    mixed(TEXT, PDF).replace("--B\n", "--B  \t\n"),
    text="The text",
    attachments=[attachment("2", "a.pdf", "application/pdf", 18)],
    defects=[],
)
case(
    "boundary-prefix-of-another",
    mixed("Content-Type: multipart/alternative; boundary=BB\n\n--BB\n" + TEXT + "\n--BB--", PDF),
    text="The text",
    attachments=[attachment("2", "a.pdf", "application/pdf", 18)],
    defects=[],
)
case("part-without-headers", mixed("\nbare text", PDF), text="bare text", defects=[])
case(
    "part-empty",
    mixed("Content-Type: text/plain\n", PDF),
    text="",
    attachments=[attachment("2", "a.pdf", "application/pdf", 18)],
)
case(
    "multipart-with-encoding",
    mixed(TEXT, HTML, kind="alternative").replace(
        "MIME-Version: 1.0\n", "MIME-Version: 1.0\nContent-Transfer-Encoding: base64\n"
    ),
    text="The text",
)
case(
    "tnef",
    mixed(TEXT, "Content-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\neJ8+Ig=="),
    attachments=[attachment("2", "winmail.dat", "application/ms-tnef", 4)],
    hasAttachment=True,
)
case(
    "bounce",
    mixed(
        "Content-Type: text/plain\n\nNot delivered",
        "Content-Type: message/delivery-status\n\nStatus: 5.1.1",
        RFC822,
        kind="report",
        extra="; report-type=delivery-status",
    ),
    text="Not delivered",
    hasAttachment=True,
)


# ---- summaries ---------------------------------------------------------------------------------
def page(body):
    return "Subject: x\nContent-Type: text/html; charset=utf-8\n\n" + body


case(
    "summary-style-script",
    page(
        "<html><head><title>T</title><style>p{color:red}</style><script>if(a<b)x('</p>')</script></head><body><!-- no --><p>Hello&nbsp;&amp; <b>wel</b>come</p></body></html>"
    ),
    summary="Hello & welcome",
)
case(
    "summary-preheader",
    page(
        "<div style=\"display:none;max-height:0\">secret <div>nested</div> words</div><span style='DISPLAY : NONE !important'>x</span><p>Visible</p>"
    ),
    summary="Visible",
)
case("summary-void-hidden", page('<img style="display:none" src=x>Visible'), summary="Visible")
case(
    "summary-conditional",
    page("<!--[if mso]><p>Outlook</p><![endif]--><![if !mso]><p>Others</p><![endif]>"),
    summary="Others",
)
case(
    "summary-entities",
    page("&lt;&#8364;&#x20AC;&#150;&eacute;&copy2026 &NotEqualTilde; &unknown; &amp&quot;&#128512;"),
    summary='<€€–é©2026 ≂̸ &unknown; &"😀',
)
case(
    "summary-filler",
    page("Hello&zwnj;&nbsp;&#847;&zwnj;&nbsp;&#847; \u200b\u200b world&shy;wide"),
    summary="Hello world" + "wide",
)
case("summary-cut", "Subject: x\n\n" + "word " * 100, summary=("word " * 30).strip() + "…")
case("summary-exact", "Subject: x\n\n" + "a" * 150 + "  \n", summary="a" * 150)
case(
    "summary-cut-emoji", "Subject: x\nContent-Type: text/plain; charset=utf-8\n\n" + "😀" * 200, summary="😀" * 150 + "…"
)
case(
    "summary-blank-text-part",
    mixed("Content-Type: text/plain\n\n  \n", HTML, kind="alternative"),
    summary="The HTML",
    searchText="The HTML",
)
case("summary-attribute-with-bracket", page("<a title=\"a > b\" href='x'>link</a> 3 < 4 <3"), summary="link 3 < 4 <3")
case("summary-long-style-first", page("<style>" + "p{color:red}" * 4000 + "</style><p>At last</p>"), summary="At last")

# ---- dates -------------------------------------------------------------------------------------
for name, value, seconds in [
    ("plain", "Fri, 05 Jun 2026 09:30:00 +0200", 1780644600),
    ("two-digit-year", "5 Jun 26 09:30 GMT", 1780651800),
    ("obsolete-zone", "Fri, 5 Jun 2026 09:30:00 EDT", 1780666200),
    ("asctime", "Fri Jun  5 09:30:00 2026", 1780651800),
    ("iso", "2026-06-05T09:30:00+02:00", 1780644600),
    ("comment", "Fri, 05 Jun 2026 09:30:00 +0200 (CEST)", 1780644600),
    ("gmt-offset", "Fri, 05 Jun 2026 09:30:00 GMT+0200", 1780644600),
    ("nonsense", "yesterday", None),
    ("no-such-day", "Fri, 31 Feb 2026 09:30:00 +0000", None),
]:
    case(f"date-{name}", f"Date: {value}" + BODY, date=seconds, defects=[] if seconds else ["bad_date"])


# ---- more structures of real programs ---------------------------------------------------------
def multipart(kind, boundary, *parts):
    out = f'Content-Type: multipart/{kind}; boundary="{boundary}"\n\n'
    return out + "".join(f"--{boundary}\n{part}\n" for part in parts) + f"--{boundary}--"


def whole(entity):
    return "Subject: x\nMIME-Version: 1.0\n" + entity + "\n"


PIC = attachment("2.2", "p.png", "image/png", 16, "pic@x", True)
case(
    "outlook-alternative-related",
    whole(multipart("alternative", "A", TEXT, multipart("related", "R", HTML_IMG, IMG))),
    text="The text",
    html='<p>See <img src="cid:pic@x"></p>',
    attachments=[PIC],
    hasAttachment=False,
    defects=[],
)
case(
    "gmail-related-alternative",
    whole(multipart("related", "R", multipart("alternative", "A", TEXT, HTML_IMG), IMG)),
    text="The text",
    attachments=[attachment("2", "p.png", "image/png", 16, "pic@x", True)],
    hasAttachment=False,
)
case(
    "everything-nested",
    whole(multipart("mixed", "M", multipart("related", "R", multipart("alternative", "A", TEXT, HTML_IMG), IMG), PDF)),
    text="The text",
    attachments=[
        attachment("1.2", "p.png", "image/png", 16, "pic@x", True),
        attachment("2", "a.pdf", "application/pdf", 18),
    ],
    hasAttachment=True,
    defects=[],
)
case(
    "apple-text-file-html",
    whole(multipart("mixed", "M", TEXT, PDF.replace("attachment", "inline"), HTML)),
    text="The text\nThe HTML",
    html='<div style="white-space:pre-wrap">The text</div>\n<p>The <b>HTML</b></p>',
    searchText="The text\nThe HTML",
    attachments=[attachment("2", "a.pdf", "application/pdf", 18)],
    hasAttachment=True,
)
case(
    "html-then-list-footer",
    whole(multipart("mixed", "M", HTML, "Content-Type: text/plain\n\nlist footer")),
    summary="The HTML",
    searchText="The HTML\nlist footer",
)
case(
    "alternative-wrong-order",
    whole(multipart("alternative", "A", HTML, TEXT)),
    text="The text",
    html="<p>The <b>HTML</b></p>",
    attachments=[],
)
case(
    "alternative-empty",
    whole(multipart("alternative", "A", "Content-Type: text/plain\n\n", "Content-Type: text/html\n\n")),
    text="",
    html="",
    summary="",
)
case(
    "signed-pgp",
    whole(
        multipart(
            'signed; micalg=pgp-sha256; protocol="application/pgp-signature"',
            "S",
            TEXT,
            "Content-Type: application/pgp-signature; name=signature.asc\n\n-----BEGIN",
        )
    ),
    text="The text",
    attachments=[attachment("2", "signature.asc", "application/pgp-signature", 10)],
    hasAttachment=True,
)
case(
    "encrypted-pgp",
    whole(
        multipart(
            "encrypted",
            "E",
            "Content-Type: application/pgp-encrypted\n\nVersion: 1",
            "Content-Type: application/octet-stream; name=encrypted.asc\n\n-----BEGIN",
        )
    ),
    text=None,
    summary="Encrypted message (PGP)",
    attachments=[
        attachment("1", "version.asc", "application/pgp-encrypted", 10),
        attachment("2", "encrypted.asc", "application/octet-stream", 10),
    ],
)
case(
    "smime-root",
    whole(
        "Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\nContent-Transfer-Encoding: base64\n\nYWJj"
    ),
    text=None,
    attachments=[attachment("1", "smime.p7m", "application/pkcs7-mime", 3)],
    hasAttachment=True,
)
case(
    "tnef-root",
    whole('Content-Type: application/ms-tnef; name="winmail.dat"\nContent-Transfer-Encoding: base64\n\neJ8+Ig=='),
    attachments=[attachment("1", "winmail.dat", "application/ms-tnef", 4)],
    hasAttachment=True,
    summary="Outlook attachment (winmail.dat)",
)
case(
    "calendar-root",
    whole("Content-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR"),
    text="BEGIN:VCALENDAR\n",
    attachments=[],
)
case(
    "text-as-file-only",
    whole("Content-Type: text/plain; name=a.txt\nContent-Disposition: attachment; filename=a.txt\n\nabc"),
    text=None,
    summary="",
    attachments=[attachment("1", "a.txt", "text/plain", 5)],
    hasAttachment=True,
)
case(
    "html-as-file",
    whole(
        multipart(
            "mixed",
            "M",
            TEXT,
            "Content-Type: text/html; name=page.html\nContent-Disposition: attachment; filename=page.html\n\n<p>page</p>",
        )
    ),
    isHtml=False,
    html=None,
    attachments=[attachment("2", "page.html", "text/html", 11)],
)
case(
    "same-name-twice",
    whole(multipart("mixed", "M", TEXT, PDF, PDF)),
    attachments=[attachment("2", "a.pdf", "application/pdf", 18), attachment("3", "a.pdf", "application/pdf", 18)],
)
case(
    "disposition-unknown",
    whole(multipart("mixed", "M", TEXT, "Content-Type: image/png\nContent-Disposition: x-show; filename=i.png\n\nabc")),
    attachments=[attachment("2", "i.png", "image/png", 3)],
    hasAttachment=True,
)
case(
    "css-inline-image",
    whole(
        multipart("related", "R", "Content-Type: text/html\n\n<td style=\"background:url('cid:pic@x')\">x</td>", IMG)
    ),
    hasAttachment=False,
    attachments=[attachment("2", "p.png", "image/png", 16, "pic@x", True)],
)
NESTED = "Subject: outer\nContent-Type: message/rfc822\n\nSubject: inner\n\ndeep text"
case(
    "message-in-message",
    whole(multipart("mixed", "M", TEXT, "Content-Type: message/rfc822; name=outer.eml\n\n" + NESTED)),
    text="The text",
    searchText="The text",
    attachments=[attachment("2", "outer.eml", "message/rfc822", len(crlf(NESTED)))],
)
case(
    "message-in-base64",
    whole(
        multipart(
            "mixed",
            "M",
            TEXT,
            "Content-Type: message/rfc822; name=in.eml\nContent-Transfer-Encoding: base64\n\n"
            + b64(b"Subject: in\r\n\r\nx"),
        )
    ),
    attachments=[attachment("2", "in.eml", "message/rfc822", 16)],
)
case(
    "message-root",
    "Subject: outer\n" + RFC822,
    subject="outer",
    text=None,
    attachments=[attachment("1", "Inner: a_b.eml", "message/rfc822", 54)],
)
case(
    "message-partial",
    whole('Content-Type: message/partial; id="x"; number=1; total=2\n\nSubject: x\n\nhalf'),
    attachments=[attachment("1", "message-part.eml", "message/partial", 20)],
)
case(
    "message-external",
    whole(
        multipart(
            "mixed",
            "M",
            TEXT,
            'Content-Type: message/external-body; access-type=URL; URL="https://example.org/x"\n\nContent-Type: text/plain\n',
        )
    ),
    text="The text",
    attachments=[attachment("2", "external-body.txt", "message/external-body", 26)],
)
case(
    "uuencode-part",
    whole(
        multipart(
            "mixed",
            "M",
            TEXT,
            "Content-Type: application/octet-stream; name=hello.txt\nContent-Transfer-Encoding: x-uuencode\n\n"
            + UU.strip(),
        )
    ),
    attachments=[attachment("2", "hello.txt", "application/octet-stream", 11)],
)
case(
    "uuencode-two",
    "Subject: x\n\nOne\n" + UU + "Two\n" + UU.replace("hello", "again"),
    text="One\nTwo\n",
    attachments=[
        attachment("1#1", "hello.txt", "application/octet-stream", 11),
        attachment("1#2", "again.txt", "application/octet-stream", 11),
    ],
)
case(
    "uuencode-not-ended",
    "Subject: x\n\nBefore\nbegin 644 hello.txt\n+:&5L;&\\@=V]R;&0\n",
    text="Before\nbegin 644 hello.txt\n+:&5L;&\\@=V]R;&0\n",
    attachments=[],
)

# ---- boundaries --------------------------------------------------------------------------------
case(
    "boundary-with-blanks-inside", mixed(TEXT, PDF, boundary="a b  c"), text="The text", hasAttachment=True, defects=[]
)
case(
    "boundary-special-characters",
    mixed(TEXT, PDF, boundary="=_(x+y).*[z]?"),
    text="The text",
    hasAttachment=True,
    defects=[],
)
case("boundary-of-dashes", mixed(TEXT, PDF, boundary="------------"), text="The text", hasAttachment=True, defects=[])
case("boundary-of-200", mixed(TEXT, PDF, boundary="x" * 200), text="The text", hasAttachment=True, defects=[])
case(
    "boundary-unquoted-equals",
    mixed(TEXT, PDF, boundary="--=_Part_1=2").replace('"', ""),
    text="The text",
    hasAttachment=True,
)
case(
    "boundary-in-text",
    mixed("Content-Type: text/plain\n\n--B is no boundary\n -- B\n--b\nend", PDF),
    text="--B is no boundary\n -- B\n--b\nend",
    defects=[],
)
case(
    "boundary-of-inner-the-same",
    mixed('Content-Type: multipart/alternative; boundary="B"\n\n--B\n' + TEXT + "\n--B\n" + HTML + "\n--B--", PDF),
    text="The text",
    isHtml=True,
)
case(
    "boundary-closed-at-once",
    "Subject: x\nContent-Type: multipart/mixed; boundary=B\n\nThe text\n--B--\n",
    text="The text\n",
    attachments=[],
    defects=["boundary_not_found"],
)
case("boundary-lines-bare-lf", mixed(TEXT, PDF).encode(), text="The text", hasAttachment=True, defects=[])
case(
    "boundary-lines-mixed-ends",
    mixed(TEXT, PDF).replace("--B\n", "--B\r\n").encode(),
    text="The text",
    hasAttachment=True,
    defects=[],
)
case(
    "part-missing-blank-line",
    mixed("Content-Type: text/plain\nThe text without an empty line", PDF),
    text="The text without an empty line",
    defects=["missing_blank_line"],
)
case(
    "multipart-of-one-kind-only",
    "Subject: x\nContent-Type: multipart; boundary=B\n\n--B\n" + TEXT + "\n--B--\n",
    text="The text",
    defects=["bad_content_type"],
)

# ---- fields said twice, odd bytes --------------------------------------------------------------
case("header-two-subjects", "Subject: one\nSubject: two" + BODY, subject="one")
case("header-two-types", "Content-Type: text/html\nContent-Type: text/plain\n\n<b>x</b>", isHtml=True)
case(
    "header-two-dates",
    "Date: Fri, 05 Jun 2026 09:30:00 +0200\nDate: Sat, 06 Jun 2026 09:30:00 +0200" + BODY,
    date=1780644600,
)
case(
    "header-from-empty-first",
    "From:\nFrom: b@example.org" + BODY,
    **{"from": "b@example.org"},
    defects=["duplicate_from"],
)
case("header-nul", b"Subject: a\x00b\r\nFrom: a@example.org\r\n\r\nx", subject="ab", **{"from": "a@example.org"})
case(
    "header-mixed-line-ends",
    b"Subject: x\r\nFrom: a@example.org\nTo: b@example.org\r\n\nHello\r\nWorld\n",
    subject="x",
    to=[["", "b@example.org"]],
    text="Hello\nWorld\n",
    defects=[],
)
case(
    "header-escaped-mbox-line",
    ">From a@example.org Mon Jan  5 10:00:00 2026\nSubject: x" + BODY,
    subject="x",
    text="Hello\n",
)
case(
    "header-empty-values",
    "Subject:\nFrom:\nTo:\nDate:" + BODY,
    subject="",
    **{"from": ""},
    to=[],
    date=None,
    defects=["bad_date"],
)
case("header-colon-in-value", "Subject: Re: Fwd: a:b" + BODY, subject="Re: Fwd: a:b")
case("header-folded-in-word", "Subject: =?utf-8?Q?one_?=\n\t=?utf-8?Q?two?=" + BODY, subject="one two")
case("header-message-id-blanks", "Message-ID: < abc @example.org >" + BODY, messageId="<abc@example.org>")
case(
    "header-no-header-but-html",
    "<html><body>Hello</body></html>\n",
    subject="",
    text="<html><body>Hello</body></html>\n",
)
case(
    "type-comment",
    'Subject: x\nContent-Type: text/plain (really); charset="koi8-r" (russian)\nContent-Transfer-Encoding: base64\n\n'
    + b64("Привет".encode("koi8-r")),
    text="Привет",
)
case(
    "type-charset-twice",
    "Subject: x\nContent-Type: text/plain; charset=koi8-r; charset=utf-8\nContent-Transfer-Encoding: base64\n\n"
    + b64("Привет".encode("koi8-r")),
    text="Привет",
)
case(
    "type-charset-2231",
    "Subject: x\nContent-Type: text/plain; charset*=us-ascii'en'koi8-r\nContent-Transfer-Encoding: base64\n\n"
    + b64("Привет".encode("koi8-r")),
    text="Привет",
)
case(
    "type-boundary-2231",
    mixed(TEXT, PDF, boundary="first-half-second-half").replace(
        'boundary="first-half-second-half"', 'boundary*0="first-half-";\n boundary*1="second-half"'
    ),
    text="The text",
    hasAttachment=True,
    defects=[],
)
case("type-unknown-text", whole("Content-Type: text/markdown\n\n# Title"), text="# Title\n", attachments=[])
case(
    "type-application-xhtml", whole("Content-Type: application/xhtml+xml\n\n<p>Hello</p>"), isHtml=True, summary="Hello"
)

# ---- charset labels and their lies -------------------------------------------------------------
for name, label, charset, text in [
    ("utf8", "utf8", "utf-8", "Grüße"),
    ("cp1252", "cp1252", "cp1252", "5 € – “x”"),
    ("windows-936", "x-gbk", "gbk", "会议纪要"),
    ("cp932", "cp932", "cp932", "①会議"),
    ("iso-8859-8-i", "iso-8859-8-i", "iso-8859-8", "שלום"),
    ("ibm866", "ibm866", "cp866", "Привет"),
    ("macintosh", "macintosh", "mac_roman", "Grüße •"),
    ("iso-8859-9", "iso-8859-9", "cp1254", "İstanbul’da güneş"),
    ("windows-1258", "windows-1258", "cp1258", "Đông ₫"),
    ("big5-hkscs", "big5-hkscs", "big5hkscs", "香港嘅嘢"),
    ("gb18030-said-gb2312", "gb2312", "gb18030", "朱镕基 𠀀"),
    ("unicode-1-1-utf-7", "unicode-1-1-utf-7", "utf-7", "Grüße"),
    ("utf-16le", "utf-16le", "utf-16-le", "Grüße 你好"),
    ("utf-16be", "utf-16be", "utf-16-be", "Grüße 你好"),
    ("iso-2022-kr", "iso-2022-kr", "iso2022_kr", "안녕하세요"),
    ("hz-gb-2312", "hz-gb-2312", "hz", "会议纪要"),
    ("iso-8859-16", "iso-8859-16", "iso8859-16", "Știri și țări"),
    ("none-euc-kr", None, "euc-kr", "안녕하세요. 회의 자료를 보내 드립니다. 확인 부탁드립니다. 감사합니다."),
    ("none-gbk", None, "gbk", "各位同事，请查收附件中的会议纪要和发票，如有问题请及时与我联系，谢谢。"),
    (
        "none-koi8-r",
        None,
        "koi8-r",
        "Добрый день! Высылаю отчёт о встрече, посмотрите, пожалуйста, и ответьте мне до пятницы.",
    ),
    ("none-shift_jis", None, "shift_jis", "お世話になっております。会議の資料をお送りしますので、ご確認をお願いいたします。"),
]:
    charset_parameter = f"; charset={label}" if label else ""
    case(
        f"label-{name}",
        f"Subject: x\nContent-Type: text/plain{charset_parameter}\nContent-Transfer-Encoding: base64\n\n"
        + b64(text.encode(charset)),
        text=text,
    )
case(
    "charset-label-in-html-only",
    "Subject: x\nContent-Type: text/html; charset=us-ascii\nContent-Transfer-Encoding: base64\n\n"
    + b64("<meta charset=utf-8><p>Grüße".encode()),
    summary="Grüße",
)
case(
    "charset-html-utf16-meta",
    b"Subject: x\r\nContent-Type: text/html\r\n\r\n<meta charset=utf-16><p>Gr\xc3\xbc\xc3\x9fe",
    summary="Grüße",
)

# ---- file names --------------------------------------------------------------------------------
for name, disposition, filename in [
    ("2231-no-charset", "attachment; filename*=''%41.pdf", "A.pdf"),
    ("2231-no-quotes", "attachment; filename*=%C3%A9.pdf", "é.pdf"),
    ("2231-in-quotes", "attachment; filename*=\"utf-8''%C3%A9.pdf\"", "é.pdf"),
    ("2231-gap", 'attachment; filename*0="one"; filename*2="three"', "one"),
    ("2231-bad-percent", "attachment; filename*=utf-8''100%.pdf", "100%.pdf"),
    ("2231-unknown-charset", "attachment; filename*=x-none''%C3%A9.pdf", "é.pdf"),
    ("2231-ten-sections", "attachment; " + "; ".join(f"filename*{i}={chr(97 + i)}" for i in range(11)), "abcdefghijk"),
    ("2047-two-words", 'attachment; filename="=?utf-8?B?5Lya?=\n =?utf-8?B?6K6uLnBkZg==?="', "会议.pdf"),
    ("2047-in-sections", 'attachment; filename*0="=?utf-8?B?5Lya6K6u"; filename*1="LnBkZg==?="', "会议.pdf"),
    ("dots-only", 'attachment; filename=".."', "attachment.pdf"),
    ("ends-in-slash", 'attachment; filename="folder/"', "attachment.pdf"),
    ("control-characters", 'attachment; filename="a\x01b\x7f.pdf"', "a b .pdf"),
    ("right-to-left-override", "attachment; filename*=utf-8''a%E2%80%AEfdp.exe", "afdp.exe"),
    ("blanks-around", 'attachment; filename="  a.pdf  "', "a.pdf"),
    ("single-quotes", "attachment; filename='a.pdf'", "'a.pdf'"),
    ("equals-sign", 'attachment; filename="a=b;c.pdf"', "a=b;c.pdf"),
    ("twice", "attachment; filename=first.pdf; filename=second.pdf", "first.pdf"),
]:
    case(f"name-{name}", mixed(TEXT, file(disposition)), attachments=[attachment("2", filename, "application/pdf", 3)])
case(
    "name-raw-latin1",
    crlf(mixed(TEXT, file('attachment; filename="Gr##e.pdf"'))).encode().replace(b"##", b"\xfc\xdf"),
    attachments=[attachment("2", "Grüße.pdf", "application/pdf", 3)],
)
case(
    "name-type-2231",
    mixed(TEXT, "Content-Type: application/pdf; name*=utf-8''%C3%A9.pdf\n\nabc"),
    attachments=[attachment("2", "é.pdf", "application/pdf", 3)],
)

# ---- more words and addresses ------------------------------------------------------------------
case("word-empty", "Subject: =?utf-8?Q??=" + BODY, subject="")
case("word-between-brackets", "Subject: [=?utf-8?Q?caf=C3=A9?=] (=?utf-8?B?w6k=?=)" + BODY, subject="[café] (é)")
case("word-q-equals-at-end", "Subject: =?utf-8?Q?abc=?=" + BODY, subject="abc=")
case("word-encoding-lower-case", "Subject: =?UTF-8?b?w6k=?= =?utf-8?q?=c3=a9?=" + BODY, subject="éé")
case("word-next-to-word", "Subject: =?utf-8?Q?a?==?utf-8?Q?b?=" + BODY, subject="ab")
case("word-base64-blanks", "Subject: =?utf-8?B?5L2g 5aW9?=" + BODY, subject="你好")
case("word-unknown-charset-utf8", "Subject: =?unknown-8bit?B?5L2g5aW9?=" + BODY, subject="你好")
case("word-utf-7", "Subject: =?utf-7?Q?Gr+APwA3w-e?=" + BODY, subject="Grüße")
case("word-and-raw-utf8", "Subject: =?utf-8?Q?=C3=A9?= und ü" + BODY, subject="é und ü")
case(
    "address-two-from",
    "From: Ann <a@example.org>, Bob <b@example.org>" + BODY,
    **{"from": "a@example.org"},
    fromName="Ann",
)
case(
    "address-group-nested-quotes",
    'To: "Team: A" <t@example.org>, List: "x;y" <x@example.org>;' + BODY,
    to=[["Team: A", "t@example.org"], ["x;y", "x@example.org"]],
)
case("address-idn", "From: a@xn--exmple-cua.org" + BODY, **{"from": "a@xn--exmple-cua.org"})
case("address-utf8", "From: Jörg <jörg@exämple.org>" + BODY, **{"from": "jörg@exämple.org"}, fromName="Jörg")
case(
    "address-comment-and-name",
    "From: Ann (work) <a@example.org> (away)" + BODY,
    fromName="Ann",
    **{"from": "a@example.org"},
)
case(
    "address-name-is-address",
    'From: "a@example.org" <b@example.org>' + BODY,
    fromName="a@example.org",
    **{"from": "b@example.org"},
)
case("address-empty-brackets", "From: Nobody <>" + BODY, fromName="Nobody", **{"from": ""})
case(
    "address-word-without-space",
    "From: =?utf-8?Q?J=C3=B6rg?=<j@example.org>" + BODY,
    fromName="Jörg",
    **{"from": "j@example.org"},
)
case(
    "address-words-and-comma",
    "To: =?utf-8?Q?A=2C?= =?utf-8?Q?_B?= <a@example.org>" + BODY,
    to=[["A, B", "a@example.org"]],
)

# ---- what search finds and a summary shows -----------------------------------------------------
STUB = "Content-Type: text/plain\n\nThis mail needs an HTML viewer."
LONG_HTML = "Content-Type: text/html\n\n<h1>Invoice 4711</h1><p>Your order of <b>three chairs</b> has been shipped on Monday and will arrive soon.</p>"
LONG_TEXT = "Invoice 4711\n\nYour order of three chairs has been shipped on Monday and will arrive soon."
case(
    "search-stub",
    whole(multipart("alternative", "A", STUB, LONG_HTML)),
    text="This mail needs an HTML viewer.",
    searchText="This mail needs an HTML viewer.\n" + LONG_TEXT,
)
case(
    "search-text-says-all",
    whole(multipart("alternative", "A", "Content-Type: text/plain\n\n" + LONG_TEXT, LONG_HTML)),
    searchText=LONG_TEXT,
)
case(
    "search-text-blank",
    whole(multipart("alternative", "A", "Content-Type: text/plain\n\n \n", LONG_HTML)),
    searchText=LONG_TEXT,
    summary="Invoice 4711 Your order of three chairs has been shipped on Monday and will arrive soon.",
)
case(
    "search-html-hides",
    page("<p>seen</p><p style='display:none'>unseen</p><style>styled</style><!-- noted -->"),
    searchText="seen",
)
case(
    "search-file-not-searched",
    mixed(TEXT, "Content-Type: text/plain; name=n.txt\nContent-Disposition: attachment\n\nsecret"),
    searchText="The text",
)
case("summary-quoted-reply", "Subject: x\n\n> old\n> text\n\nnew\n", summary="new")
case("summary-no-break-space", page("a&nbsp;&nbsp;b\u00a0c"), summary="a b c")
case("summary-upper-case-tags", page("<STYLE>x</STYLE><SCRIPT>y</SCRIPT><P>Hello<BR>World"), summary="Hello World")
case("summary-style-not-closed", page("<p>Hello</p><style>p{}"), summary="Hello")
case("summary-comment-with-tags", page("<!-- <p>no</p> > -- > --><p>yes"), summary="yes")
case("summary-cdata", page("<p>a</p><![CDATA[ b ]]><p>c"), summary="a c")
case(
    "summary-hidden-inside-hidden",
    page("<div style='display:none'><div style='display:none'>a</div>b</div><p>c"),
    summary="c",
)
case("summary-mso-hide", page("<span style='mso-hide:all'>x</span>y"), summary="y")
case("summary-image-only", page("<img src=a.png alt=Picture>"), summary="")
case("summary-emoji-family", "Subject: x\nContent-Type: text/plain; charset=utf-8\n\n👩‍👩‍👧 hi", summary="👩‍👩‍👧 hi")
case("summary-rtl-marks", page("\u200f\u202bשלום\u202c"), summary="שלום")
case("summary-html-in-utf16-entities", page("&#xD83D;&#xDE00;x"), summary="\ufffd\ufffdx")
case(
    "flowed-quote-changes-depth",
    "Subject: x\nContent-Type: text/plain; format=flowed\n\n> a \n>> b \n> c\nd\n",
    text="> a \n>> b \n> c\nd\n",
)
case("flowed-upper-case", 'Subject: x\nContent-Type: text/plain; FORMAT="Flowed"; DelSp=Yes\n\na \nb\n', text="ab\n")
case("qp-encoded-line-ends", encoded("quoted-printable", "a=0D=0Ab=0Ac"), text="a\nb\nc")
case("qp-soft-break-at-end", encoded("quoted-printable", "abc=\n"), text="abc")
case("base64-nothing", encoded("base64", "\n"), text="")
case("base64-no-padding", encoded("base64", "SGVsbG8gd29ybGQ"), text="Hello world")
case(
    "encoding-twice",
    "Subject: x\nContent-Transfer-Encoding: base64\nContent-Transfer-Encoding: 7bit\n\nSGVsbG8=",
    text="Hello",
)

# ---- line ends and labels that only part of the mail keeps to ----------------------------------
case(
    "header-bare-cr-body-lf",
    b"Subject: x\rFrom: a@example.org\r\rHello\rWorld\n",
    subject="x",
    **{"from": "a@example.org"},
    text="Hello\nWorld\n",
    defects=["bare_carriage_returns"],
)
case(
    "header-bare-cr-then-crlf",
    b"Subject: x\rFrom: a@example.org\r\n\r\nHello\r\n",
    subject="x",
    **{"from": "a@example.org"},
    text="Hello\n",
    defects=["bare_carriage_returns"],
)
case(
    "header-bare-cr-in-value",
    b"From: a@example.org\r\nSubject: one\rtwo\r\n\r\nHello\r\n",
    subject="one two",
    text="Hello\n",
    defects=[],
)
case("text-bare-cr", b"Subject: x\r\n\r\nHello\rWorld\r\n", text="Hello\nWorld\n", defects=[])
JAPANESE = "お世話になっております。会議の資料をお送りしますので、ご確認をお願いいたします。"
case(
    "charset-jis-said-shift_jis-sent",
    b"Subject: x\r\nContent-Type: text/plain; charset=iso-2022-jp\r\n\r\n" + JAPANESE.encode("shift_jis"),
    text=JAPANESE,
)
case(
    "charset-jis-supplement",
    b"Subject: =?iso-2022-jp?B?GyQoRDAhGyhC?=\r\nContent-Type: text/plain; charset=iso-2022-jp\r\n\r\n\x1b$(D0!\x1b(B",
    subject="丂",
    text="丂",
)  # JIS X 0212, 16-1
case(
    "charset-jis-vendor-row",
    b"Subject: x\r\nContent-Type: text/plain; charset=iso-2022-jp\r\n\r\n\x1b$B-!\x1b(B \x1b(I123\x1b(B",
    text="① ｱｲｳ",
)
case("charset-gb2312-said-utf8-sent", crlf(LATIN % "gb2312").encode() + "会议纪要".encode(), text="会议纪要")
case(
    "charset-utf8-said-gbk-sent",
    crlf(LATIN % "utf-8").encode() + "各位同事，请查收附件中的会议纪要和发票，如有问题请及时与我联系，谢谢。".encode("gbk"),
    text="各位同事，请查收附件中的会议纪要和发票，如有问题请及时与我联系，谢谢。",
)

case("charset-gb2312-valid-utf8-by-chance", crlf(LATIN % "gb2312").encode() + "联通".encode("gb2312"), text="联通")
case(
    "charset-koi8-said-utf8-sent",
    crlf(LATIN % "koi8-r").encode() + "Привет из Москвы".encode(),
    text="Привет из Москвы",
)
case("charset-utf16-said-utf8-sent", crlf(LATIN % "utf-16").encode() + "Grüße, all!!".encode(), text="Grüße, all!!")

case(
    "boundary-inner-closed-at-once",
    mixed(TEXT, "Content-Type: multipart/mixed; boundary=I\n\n--I--"),
    text="The text",
    attachments=[],
)

case(
    "name-cut-emoji",
    mixed(TEXT, file("attachment; filename*=utf-8''a" + "%F0%9F%98%80" * 600)),
    attachments=[attachment("2", "a" + "😀" * 499, "application/pdf", 3)],
)
case(
    "message-named-by-subject",
    mixed(TEXT, "Content-Type: message/rfc822\n\nSubject: ../a\\b\u202e\u2066c\n\nx"),
    attachments=[
        attachment("2", ".._a_bc.eml", "message/rfc822", len(crlf("Subject: ../a\\b\u202e\u2066c\n\nx").encode()))
    ],
)

case(
    "message-without-subject",
    mixed(TEXT, "Content-Type: message/rfc822\n\nFrom: i@example.org\n\nx"),
    attachments=[attachment("2", "message.eml", "message/rfc822", 24)],
)

# ---- damaged UTF-8: it stays UTF-8, one U+FFFD for each damaged character ----------------------
for name, byte in [("e9", b"\xe9"), ("80", b"\x80")]:
    body = "Grüße aus Köln ".encode() + byte + b" und so weiter"
    case(
        f"charset-utf8-damaged-by-{name}",
        crlf(LATIN % "utf-8").encode() + body,
        text="Grüße aus Köln \ufffd und so weiter",
    )
    case(
        f"charset-none-utf8-damaged-by-{name}", b"Subject: x\r\n\r\n" + body, text="Grüße aus Köln \ufffd und so weiter"
    )
    case(
        f"charset-utf8-ascii-damaged-by-{name}",
        crlf(LATIN % "utf-8").encode() + b"caf" + byte + b" au lait",
        text="caf\ufffd au lait",
    )
case("charset-utf8-short-damaged", crlf(LATIN % "utf-8").encode() + "é".encode() + b"\xe9", text="é\ufffd")
case("charset-utf8-cut", crlf(LATIN % "utf-8").encode() + "你好".encode()[:-1], text="你\ufffd")
case(
    "charset-latin1-said-damaged-utf8-sent",
    crlf(LATIN % "iso-8859-1").encode() + "你好世界，再见再见".encode() + b"\xff.",
    text="你好世界，再见再见\ufffd.",
)
case(
    "charset-gbk-said-damaged-utf8-sent",
    crlf(LATIN % "gbk").encode() + "会议纪要和发票在附件里".encode() + b"\xff.",
    text="会议纪要和发票在附件里\ufffd.",
)
case(
    "header-8bit-utf8-cut",
    b"From: " + "张三".encode()[:-1] + b" <a@example.org>\r\nSubject: " + "Grüße 你好".encode()[:-1] + b"\r\n\r\nx",
    subject="Grüße 你\ufffd",
    fromName="张\ufffd",
)
case(
    "header-8bit-utf8-cut-body-koi8",
    b"Subject: " + "Отчёт о встрече".encode()[:-1] + b"\r\nContent-Type: text/plain; charset=koi8-r\r\n\r\nx",
    subject="Отчёт о встреч\ufffd",
)
case("word-utf8-cut", "Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe_=E4=BD=A0=E5=A5?=" + BODY, subject="Grüße 你\ufffd")

# ---- lines among the headers that cannot be headers --------------------------------------------
ALTERNATIVE = 'Content-Type: multipart/mixed; boundary="B"\n\n--B\n' + HTML + "\n--B\n" + PDF + "\n--B--\n"
FOUND = dict(
    html="<p>The <b>HTML</b></p>",
    attachments=[attachment("2", "a.pdf", "application/pdf", 18)],
    hasAttachment=True,
    defects=["broken_header_line"],
)
case(
    "header-list-not-folded",
    "From: f@example.org\nTo: a@example.org,\nb@example.org,\nc@example.org\nSubject: x\n" + ALTERNATIVE,
    subject="x",
    to=[["", "a@example.org"], ["", "b@example.org"], ["", "c@example.org"]],
    **FOUND,
)
case("header-names-not-folded", "To: a,\nb,\nc\nSubject: x\n" + ALTERNATIVE, subject="x", **FOUND)
case(
    "header-two-lines-not-folded",
    "Subject: x\nTo: a@example.org\nb@example.org\nc@example.org\nList: y\n" + ALTERNATIVE,
    subject="x",
    to=[["", "a@example.org"]],
    **FOUND,
)
case(
    "header-rubbish-line-unknown-field",
    "From: f@example.org\nrubbish without colon\nFoo-Bar: y\n" + ALTERNATIVE,
    **FOUND,
)
case("header-rubbish-lines-three", "From: f@example.org\none\ntwo\nthree\nFoo-Bar: y\n" + ALTERNATIVE, **FOUND)
case(
    "header-rubbish-line-last",
    "Subject: x\nContent-Type: text/html\nrubbish without colon\n\n<p>Hello</p>",
    html="<p>Hello</p>",
    defects=["broken_header_line"],
)
case(
    "header-boundary-not-folded",
    'Subject: x\nContent-Type: multipart/mixed;\nboundary="B"\n\n--B\n' + HTML + "\n--B\n" + PDF + "\n--B--\n",
    **FOUND,
)
case(
    "header-missing-blank-line-many",
    "Subject: x\none line\ntwo lines\nthree lines\nfour lines\nNote: no header\n\nend\n",
    subject="x",
    text="one line\ntwo lines\nthree lines\nfour lines\nNote: no header\n\nend\n",
    defects=["missing_blank_line"],
)
case(
    "header-missing-blank-line-link",
    "Subject: x\nhttps://example.org/\nmore\n",
    subject="x",
    text="https://example.org/\nmore\n",
    defects=["missing_blank_line"],
)
case(
    "header-subject-ends-in-comma",
    "Subject: Dear all,\nHow are you? I am fine.\nYours\nAnn\nBob\nEve\n",
    subject="Dear all,",
    text="How are you? I am fine.\nYours\nAnn\nBob\nEve\n",
    defects=["missing_blank_line"],
)
case(
    "part-missing-blank-line-and-one-behind",
    mixed("Content-Type: text/plain\nThe text\n", PDF),
    text="The text\n",
    defects=["missing_blank_line"],
)
case(
    "header-from-blank-colon-first",
    "From : Ann <a@example.org>\nSubject: x" + BODY,
    subject="x",
    fromName="Ann",
    **{"from": "a@example.org"},
    defects=[],
)

# ---- dispositions, types in quotes, several texts in an alternative ----------------------------
DISPOSED = "Subject: x\nContent-Type: text/plain\nContent-Disposition: %s\n\nHello\n"
for name, disposition in [
    ("foo", "foo"),
    ("inline-quoted", '"inline"'),
    ("inline-single-quotes", "'inline'"),
    ("empty", ""),
    ("foo-named", "foo; filename=a.txt"),
]:
    case(f"disposition-{name}", DISPOSED % disposition, text="Hello\n", attachments=[])
case(
    "disposition-attachment-quoted",
    DISPOSED % '"attachment"; filename=a.txt',
    text=None,
    attachments=[attachment("1", "a.txt", "text/plain", 7)],
    hasAttachment=True,
)
case(
    "disposition-foo-in-mixed",
    mixed(
        TEXT,
        "Content-Type: text/plain\nContent-Disposition: foo\n\nmore",
        "Content-Type: text/plain\nContent-Disposition: foo; filename=b.txt\n\nfile",
    ),
    text="The text\nmore",
    attachments=[attachment("3", "b.txt", "text/plain", 4)],
)
case(
    "disposition-name-alone",
    mixed(TEXT, 'Content-Type: application/pdf\nContent-Disposition: filename="a b.pdf"\n\nabc'),
    attachments=[attachment("2", "a b.pdf", "application/pdf", 3)],
)
case(
    "type-quoted",
    'Subject: x\nContent-Type: "text/html"; charset="utf-8"\n\n<b>é</b>',
    html="<b>é</b>",
    isHtml=True,
    defects=[],
)
case(
    "type-charset-alone",
    b"Subject: x\r\nContent-Type: charset=koi8-r\r\n\r\n" + "Привет".encode("koi8-r"),
    text="Привет",
    defects=["bad_content_type"],
)
case(
    "alternative-two-texts",
    whole(multipart("alternative", "A", TEXT, "Content-Type: text/plain\n\nThe other", HTML)),
    text="The text\nThe other",
    html="<p>The <b>HTML</b></p>",
    searchText="The text\nThe other",
    attachments=[],
)
case(
    "alternative-two-texts-alone",
    whole(multipart("alternative", "A", TEXT, "Content-Type: text/plain\n\nThe other")),
    text="The text\nThe other",
    html=None,
    attachments=[],
)

# ---- addresses ---------------------------------------------------------------------------------
case(
    "address-two-brackets",
    "From: Real <a@example.org> <c@example.net>" + BODY,
    fromName="Real",
    **{"from": "a@example.org"},
)
case("address-name-in-brackets", "From: <Real> <a@example.org>" + BODY, fromName="Real", **{"from": "a@example.org"})
case("address-name-only-quoted", 'From: "Newsletter"' + BODY, fromName="Newsletter", **{"from": ""})
case("address-name-only-word", "From: Newsletter" + BODY, fromName="Newsletter", **{"from": ""})
case("address-name-only-utf8", "From: 张三" + BODY, fromName="张三", **{"from": ""})
case("address-local-user", "From: root" + BODY, fromName="", **{"from": "root"})
case(
    "address-comments-nested",
    "To: Ann (one (two (three))) <a@example.org>, (x (y) z) Bea <b@example.org>, c@example.org (Cid (the) \\(boss\\))"
    + BODY,
    to=[["Ann", "a@example.org"], ["Bea", "b@example.org"], ["Cid (the) (boss)", "c@example.org"]],
)
case(
    "address-comment-in-brackets",
    "From: Ann <a@example.org (work (old))>" + BODY,
    fromName="Ann",
    **{"from": "a@example.org"},
)
case(
    "address-comment-in-name",
    "From: Ann (x) Lee <a@example.org>" + BODY,
    fromName="Ann Lee",
    **{"from": "a@example.org"},
)
case(
    "address-line-ends-in-names",
    'To: "Ann\n   Lee" <a@example.org>, Bea\n   Lee\n <b@example.org>,\n c@example.org (Cid\n  Lee), =?utf-8?Q?Dan=0D=0ALee?= <d@example.org>'
    + BODY,
    to=[
        ["Ann Lee", "a@example.org"],
        ["Bea Lee", "b@example.org"],
        ["Cid Lee", "c@example.org"],
        ["Dan Lee", "d@example.org"],
    ],
)

# ---- raw 8-bit headers in charsets that nothing names: guessed from all of them together -------
for name, charset, sender, subject in [
    ("gbk", "gbk", "张三", "会议纪要"),
    ("shift_jis", "shift_jis", "山田太郎", "会議の資料"),
    ("windows-1251", "windows-1251", "Иван Петров", "Счёт на оплату"),
    ("koi8-r", "koi8-r", "Иван Петров", "Счёт на оплату"),
    ("euc-kr", "euc-kr", "김철수", "회의 자료"),
    ("big5", "big5", "王大明", "會議紀錄"),
    ("windows-1252", "windows-1252", "Jürgen Müller", "Größe"),
]:
    case(
        f"header-8bit-{name}-guessed",
        b"From: "
        + sender.encode(charset)
        + b' <a@example.org>\r\nTo: "'
        + sender.encode(charset)
        + b'" <b@example.org>\r\nSubject: '
        + subject.encode(charset)
        + b"\r\n\r\nHello\r\n",
        fromName=sender,
        subject=subject,
        to=[[sender, "b@example.org"]],
        **{"from": "a@example.org"},
    )
case(
    "header-8bit-gbk-us-ascii-said",
    b"From: "
    + "李小龙".encode("gbk")
    + b" <a@example.org>\r\nSubject: "
    + "订单确认".encode("gbk")
    + b"\r\nContent-Type: text/plain; charset=us-ascii\r\n\r\nHello\r\n",
    fromName="李小龙",
    subject="订单确认",
)
case(
    "header-8bit-by-charset-of-html",
    b"From: " + "山田".encode("shift_jis") + b" <a@example.org>\r\nContent-Type: text/html; charset=shift_jis\r\n\r\nx",
    fromName="山田",
)
case(
    "name-raw-gbk",
    mixed(TEXT, file('attachment; filename="####.pdf"'))
    .replace("\n", "\r\n")
    .replace("Subject: x", "Subject: @@")
    .encode()
    .replace(b"####", "报价".encode("gbk"))
    .replace(b"@@", "产品报价单".encode("gbk")),
    subject="产品报价单",
    attachments=[attachment("2", "报价.pdf", "application/pdf", 3)],
)


# ---- rarer charsets ----------------------------------------------------------------------------
def mapped(text, table):
    """Bytes of a charset that Python does not have; `table` has its letters."""
    return bytes(table[c] if c in table else ord(c) for c in text)


VISCII = {"ế": 0xAA, "ệ": 0xAE, "à": 0xE0, "ạ": 0xD5, "Ỳ": 0x9F, "Ẳ": 0x02}  # RFC 1456
KOI8_RU = {c: 0xC0 + i for i, c in enumerate("юабцдефгхийклмнопярстужвьызшэщчъ")} | {
    "ё": 0xA3,
    "є": 0xA4,
    "і": 0xA6,
    "ї": 0xA7,
    "ґ": 0xAD,
    "ў": 0xAE,
}
for name, label, data, text in [
    ("cp-850", "cp-850", "Größe: 5 ½".encode("cp850"), "Größe: 5 ½"),
    ("ibm855", "ibm855", "Привет из Софии".encode("cp855"), "Привет из Софии"),
    ("dos-862", "dos-862", "שלום".encode("cp862"), "שלום"),
    ("johab", "johab", "안녕하세요 뷁 漢字 ㄱㅏ".encode("johab"), "안녕하세요 뷁 漢字 ㄱㅏ"),
    ("koi8-ru", "koi8-ru", mapped("їжак і ґава, ёлка, воўк", KOI8_RU), "їжак і ґава, ёлка, воўк"),
    ("viscii", "viscii", mapped("tiếng Việt là ạ ẲỲ", VISCII), "tiếng Việt là ạ ẲỲ"),
    ("ptcp154", "ptcp154", "Қазақ әні".encode("ptcp154"), "Қазақ әні"),
    ("hp-roman8", "hp-roman8", "Größe à la".encode("hp_roman8"), "Größe à la"),
    ("mac-ce", "mac-ce", "Příliš žluťoučký".encode("mac_latin2"), "Příliš žluťoučký"),
    ("cesu-8", "cesu-8", b"gr\xc3\xbc\xed\xa0\xbd\xed\xb8\x80!", "grü😀!"),
    ("ibm037", "ibm037", "Hello, WORLD 123\r\n".encode("cp037"), "Hello, WORLD 123\n"),
    ("ibm037-nel", "ibm037", b"\xc8\x85\x93\x93\x96\x15\xe6", "Hello\nW"),
    ("ibm500", "ebcdic-international", "[Hello]".encode("cp500"), "[Hello]"),
    ("cp273", "cp273", "Grüße".encode("cp273"), "Grüße"),
    ("ibm1047", "ibm1047", b"\xadHello\xbd".replace(b"Hello", "Hello".encode("cp037")), "[Hello]"),
    ("ibm01140", "IBM01140", "5 €".encode("cp1140"), "5 €"),
    ("kz-1048", "kz-1048", "Қазақ".encode("kz1048"), "Қазақ"),
    ("win-1251", "win-1251", "Привет".encode("cp1251"), "Привет"),
    ("iso_8859_2", "iso_8859_2", "Zażółć".encode("latin2"), "Zażółć"),
]:
    case(
        f"label-{name}",
        f"Subject: x\nContent-Type: text/plain; charset={label}\nContent-Transfer-Encoding: base64\n\n" + b64(data),
        text=text,
    )
case("label-ibm037-said-ascii-sent", "Subject: x\nContent-Type: text/plain; charset=ibm037\n\nHello\n", text="Hello\n")
case("word-johab", "Subject: =?johab?B?" + base64.b64encode("회의".encode("johab")).decode() + "?=" + BODY, subject="회의")

# ---- years with zeros in front -----------------------------------------------------------------
for name, value, seconds in [
    ("year-0026", "Fri, 05 Jun 0026 09:30:00 +0200", 1780644600),
    ("year-026", "Fri, 05 Jun 026 09:30:00 +0200", 1780644600),
    ("year-0099", "Sat, 05 Jun 0099 09:30:00 +0200", 928567800),
    ("year-0126", "Fri, 05 Jun 0126 09:30:00 +0200", 1780644600),
    ("iso-year-0026", "0026-06-05 09:30:00 +0200", 1780644600),
    ("comments-nested", "Fri (a (b) 7), 05 Jun 2026 09:30:00 +0200", 1780644600),
]:
    case(f"date-{name}", f"Date: {value}" + BODY, date=seconds, defects=[])


# ---- what a preview shows ----------------------------------------------------------------------
def alternative(text, html):
    return whole(
        multipart(
            "alternative",
            "A",
            "Content-Type: text/plain; charset=utf-8\n\n" + text,
            "Content-Type: text/html; charset=utf-8\n\n" + html,
        )
    )


ORDER = "Your order of three chairs has been shipped on Monday and will arrive soon."
ORDER_HTML = f"<h1>Invoice 4711</h1><p>{ORDER}</p>"
for name, text in [
    ("english", "Your email client does not support HTML messages."),
    ("browser", "View this email in your browser: https://news.example/view?id=" + "0123456789abcdef" * 12 + "\n"),
    (
        "german",
        "Ihr E-Mail-Programm unterstützt leider keine HTML-Nachrichten. Bitte öffnen Sie die Nachricht im Browser.",
    ),
    ("french", "Votre logiciel de messagerie ne prend pas en charge le format HTML."),
    ("spanish", "Si no puede ver este mensaje, ábralo en su navegador: https://news.example/v"),
    ("russian", "Ваша почтовая программа не поддерживает HTML."),
    ("chinese", "您的邮件客户端不支持HTML格式的邮件。"),
    ("japanese", "このメールはHTML形式です。ブラウザで表示してください。"),
    ("wordless", "Hello."),  # no phrase: the HTML says much more, and not this
]:
    case(f"stub-{name}", alternative(text, ORDER_HTML), summary=f"Invoice 4711 {ORDER}", hasAttachment=False)
case(
    "stub-not-short",
    alternative("Hi Bob, the HTML report is done.", "<p>Hi Bob, the HTML report is done.</p>"),
    summary="Hi Bob, the HTML report is done.",
)
case(
    "stub-not-html-says-it-too",
    alternative(
        "Lunch at noon?",
        "<table><tr><td>Acme Ltd, Home, News, Shop, Contact, About us</td></tr></table><p>Lunch at noon?</p>",
    ),
    summary="Lunch at noon?",
)
case(
    "stub-html-shows-nothing",
    alternative("Your email client does not support HTML messages.", "<img src=a.png>"),
    summary="Your email client does not support HTML messages.",
)

PLAIN = "Subject: x\nContent-Type: text/plain; charset=utf-8\n\n"
case("joiner-persian", PLAIN + "می\u200cخواهم کتاب\u200cها", summary="می\u200cخواهم کتاب\u200cها")
case("joiner-sinhala", PLAIN + "ශ්\u200dරී ලංකා", summary="ශ්\u200dරී ලංකා")
case("joiner-malayalam-word-end", PLAIN + "അവന്\u200d വന്നു", summary="അവന്\u200d വന്നു")
case("joiner-emoji", PLAIN + "👩\u200d⚕️ ❤️\u200d🔥", summary="👩\u200d⚕️ ❤️\u200d🔥")
case(
    "joiner-as-padding",
    page(
        "<div>Sale!&zwnj;&nbsp;&zwj;&nbsp;&#847;&zwnj;&zwnj;&shy;&nbsp;\u200d</div><p>\u200cToday only\u200d\u200d.</p>"
    ),
    summary="Sale! Today only.",
)


def calendar(method, *lines, event="VEVENT"):
    head = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "BEGIN:VTIMEZONE",
        "TZID:Europe/Berlin",
        "BEGIN:STANDARD",
        "DTSTART:19701025T030000",
        "END:STANDARD",
        "END:VTIMEZONE",
        f"BEGIN:{event}",
        "UID:1@example.org",
    ]
    if method:
        head.insert(2, f"METHOD:{method}")
    return "\n".join(
        head + list(lines) + ["BEGIN:VALARM", "SUMMARY:Reminder", "END:VALARM", f"END:{event}", "END:VCALENDAR", ""]
    )


def invitation(method, *lines, charset="utf-8", event="VEVENT"):
    return (
        f"Subject: x\nContent-Type: text/calendar; charset={charset}; method={method or 'PUBLISH'}\nContent-Transfer-Encoding: 8bit\n\n"
        + calendar(method, *lines, event=event)
    )


BOARD = ["SUMMARY:Board meeting", "DTSTART:20260310T100000", "LOCATION:Room 5"]
case(
    "calendar-invitation",
    invitation("REQUEST", *BOARD),
    summary="Invitation: Board meeting, 10 March 2026 10:00, Room 5",
)
case(
    "calendar-cancelled", invitation("CANCEL", *BOARD), summary="Cancelled: Board meeting, 10 March 2026 10:00, Room 5"
)
case(
    "calendar-reply",
    invitation("REPLY", 'ATTENDEE;CN="Lee; Ann: x";PARTSTAT=ACCEPTED:mailto:ann@example.org', *BOARD),
    summary="Accepted: Board meeting, 10 March 2026 10:00, Room 5",
)
case(
    "calendar-task",
    invitation("REQUEST", "SUMMARY:Tax return", "DUE;VALUE=DATE:20260531", event="VTODO"),
    summary="Invitation: Tax return, 31 May 2026",
)
case(
    "calendar-zone",
    invitation("REQUEST", "SUMMARY:Board meeting", "DTSTART;TZID=Europe/Berlin:20260310T100000"),
    summary="Invitation: Board meeting, 10 March 2026 10:00 (Europe/Berlin)",
)
case(
    "calendar-utc",
    invitation("", "SUMMARY:Call", "DTSTART:20261231T235900Z"),
    summary="Event: Call, 31 December 2026 23:59 UTC",
)
case(
    "calendar-whole-day",
    invitation("REQUEST", "SUMMARY:Fair", "DTSTART;VALUE=DATE:20260310"),
    summary="Invitation: Fair, 10 March 2026",
)
case(
    "calendar-folded-escaped",
    invitation(
        "REQUEST",
        "SUMMARY;LANGUAGE=de:Jahres",
        " treffen\\, Teil 1\\; offen\\nfür alle",
        "DTSTART:20260310T100000",
        "LOCATION:C:\\\\Saal",
    ),
    summary="Invitation: Jahrestreffen, Teil 1; offen für alle, 10 March 2026 10:00, C:\\Saal",
)
case(
    "calendar-charset",
    crlf(invitation("REQUEST", "SUMMARY:Встреча", "DTSTART:20260310T100000", charset="koi8-r")).encode("koi8-r"),
    summary="Invitation: Встреча, 10 March 2026 10:00",
)
case(
    "calendar-recurring",
    invitation(
        "REQUEST",
        *BOARD,
        "RRULE:FREQ=WEEKLY",
        "END:VEVENT",
        "BEGIN:VEVENT",
        "RECURRENCE-ID:20260317T100000",
        "SUMMARY:Moved",
        "DTSTART:20260318T100000",
    ),
    summary="Invitation: Board meeting, 10 March 2026 10:00, Room 5",
)
case(
    "calendar-no-date",
    invitation("REQUEST", "SUMMARY:Board meeting", "DTSTART:soon"),
    summary="Invitation: Board meeting",
)
case(
    "calendar-alone-in-alternative",
    whole(
        multipart("alternative", "A", "Content-Type: text/calendar; method=REQUEST\n\n" + calendar("REQUEST", *BOARD))
    ),
    text=None,
    summary="Invitation: Board meeting, 10 March 2026 10:00, Room 5",
    hasAttachment=True,
)
case(
    "calendar-beside-text",
    whole(
        multipart(
            "alternative", "A", TEXT, "Content-Type: text/calendar; method=REQUEST\n\n" + calendar("REQUEST", *BOARD)
        )
    ),
    summary="The text",
)

OFFICE = "<xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><xml><w:WordDocument><w:View>Normal</w:View><w:Zoom>0</w:Zoom></w:WordDocument></xml>"
case(
    "office-xml-first",
    page(
        f'<html xmlns:o="urn:schemas-microsoft-com:office:office"><head>{OFFICE}</head><body><p class=MsoNormal>Hello<o:p></o:p></p></body></html>'
    ),
    summary="Hello",
    searchText="Hello",
)
case(
    "office-xml-without-frame",
    page(
        "<w:WordDocument><w:View>Normal</w:View></w:WordDocument><w:LatentStyles DefLockedState=false><w:LsdException Name=x>false</w:LsdException></w:LatentStyles><o:p/>Hello"
    ),
    summary="Hello",
)
case(
    "office-xml-only",
    page(
        f'<html xmlns:o="urn:schemas-microsoft-com:office:office"><head>{OFFICE}</head><body><p><o:p>&nbsp;</o:p></p></body></html>'
    ),
    summary="Outlook message without text",
)
case(
    "office-sharing",
    whole("Content-Type: application/x-sharing-metadata-xml; name=sharing.xml\n\n<x/>"),
    summary="Outlook sharing invitation",
)

case(
    "html-in-text",
    PLAIN
    + "<!DOCTYPE html>\n<html><head><style>p{color:red}</style></head><body><p>Hello&nbsp;<b>world</b></p></body></html>\n",
    summary="Hello world",
    isHtml=False,
    html=None,
    text="<!DOCTYPE html>\n<html><head><style>p{color:red}</style></head><body><p>Hello&nbsp;<b>world</b></p></body></html>\n",
)
case(
    "html-in-text-mostly-tags",
    PLAIN + "<table border=0 cellpadding=0><tr><td align=left>Hello</td></tr></table>",
    summary="Hello",
    isHtml=False,
)
case(
    "html-in-text-not",
    PLAIN + "<div> is a block and <span> is none, as every page of the standard says",
    summary="<div> is a block and <span> is none, as every page of the standard says",
)
case("html-in-text-address", PLAIN + "<ann@example.org> wrote to me", summary="<ann@example.org> wrote to me")

for name, style in [
    ("display", ".preheader{display:none}"),
    ("max-height", "body{margin:0} .preheader , .other { max-height : 0 ; overflow:hidden }"),
    ("font-size", "span.preheader{color:#fff;font-size:0px!important}"),
    ("opacity", ".PreHeader{color:red}.preheader{opacity:0}"),
    ("mso-hide", "<!-- .preheader{mso-hide:all;visibility:hidden} -->"),
    ("comment", "/* } .x{ */ @import url(x.css); .preheader/* why */{visibility:hidden}"),
]:
    case(
        f"preheader-class-{name}",
        page(
            f"<head><style>{style}</style></head><body><span class='a preheader'>secret words</span><p>Visible</p></body>"
        ),
        summary="Visible",
        searchText="Visible",
    )
case("preheader-id", page("<style>#pre{display:none}</style><div id=pre>secret</div>Visible"), summary="Visible")
for name, style in [
    ("media", "@media (max-width:600px){.preheader{display:none}} @media print{.preheader{display:none}}"),
    ("commented-out", "/* .preheader{display:none} */"),
    ("inside-another", ".mobile .preheader{display:none}"),
    ("another-element", "div.preheader{display:none}"),
    ("another-class", ".preheader2{display:none}.pre{display:none}"),
]:
    case(
        f"preheader-class-not-{name}",
        page(f"<style>{style}</style><span class=preheader>Shown</span> words"),
        summary="Shown words",
    )
case(
    "preheader-style-of-narrow-screens",
    page("<style media='(max-width:600px)'>.p{display:none}</style><b class=p>Shown</b>"),
    summary="Shown",
)

QUOTE = "> old\n> text\n"
BELOW = "On Mon, 5 Jan 2026 at 10:00, Ann Lee <ann@example.org> wrote:\n\n" + QUOTE + "\nYes, that suits me.\n"
case("quote-below", PLAIN + BELOW, summary="Yes, that suits me.", searchText=BELOW.strip())
case(
    "quote-below-folded-line",
    PLAIN + BELOW.replace("<ann@", "\n<ann@").replace("wrote", "\nwrote"),
    summary="Yes, that suits me.",
)
for name, line in [
    ("german", "Am 05.01.26 um 10:00 schrieb Ann Lee:"),
    ("french", "Le lun. 5 janv. 2026 à 10:00, Ann Lee a écrit :"),
    ("spanish", "El lun, 5 ene 2026, Ann Lee escribió:"),
    ("russian", "5 января 2026 г. Анна написала:"),
    ("chinese", "Ann Lee 于2026年1月5日写道："),
    ("unknown", "2026-01-05 10:00 Ann Lee:"),
]:
    case(f"quote-below-{name}", PLAIN + f"{line}\n{QUOTE}Yes.\n", summary="Yes.")
case("quote-above", PLAIN + "Yes.\n\nOn Mon, Ann wrote:\n> old\n", summary="Yes. On Mon, Ann wrote: > old")
case(
    "quote-alone",
    PLAIN + "On Mon, 5 Jan 2026, Ann wrote:\n" + QUOTE,
    summary="On Mon, 5 Jan 2026, Ann wrote: > old > text",
)
case("quote-and-signature", PLAIN + QUOTE + "-- \nBob\n", summary="> old > text -- Bob")
case(
    "quote-own-words-with-colon",
    PLAIN + "I disagree with this:\n" + QUOTE + "It is wrong.\n",
    summary="I disagree with this: > old > text It is wrong.",
)
case("quote-long-below", PLAIN + "> old text\n" * 3000 + "Yes.\n", summary="Yes.")
CITE = '<blockquote type="cite"><div>old <blockquote>older</blockquote></div>text</blockquote>'
case(
    "quote-html-below",
    page(f"<div>On 5 Jan 2026, at 10:00, Ann Lee &lt;ann@example.org&gt; wrote:</div><br>{CITE}<p>Yes.</p>"),
    summary="Yes.",
    searchText="On 5 Jan 2026, at 10:00, Ann Lee <ann@example.org> wrote:\n\nold\n\nolder\n\ntext\n\nYes.",
)
case("quote-html-first", page(f"{CITE}<p>Yes.</p>"), summary="Yes.")
case(
    "quote-html-gmail",
    page(
        '<div class="gmail_quote"><div dir=ltr class=gmail_attr>On Mon, Jan 5, 2026 Ann Lee wrote:<br></div><blockquote class="gmail_quote" style="margin:0">old</blockquote></div><div>Yes.</div>'
    ),
    summary="Yes.",
)
case("quote-html-alone", page(CITE), summary="old older text")
case("quote-html-above", page(f"<p>Yes.</p>{CITE}"), summary="Yes. old older text")
case("quote-html-indented", page("<blockquote>My own words</blockquote><p>and more"), summary="My own words and more")

case(
    "encrypted-smime",
    whole(
        "Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\nContent-Transfer-Encoding: base64\n\n"
        + b64(bytes.fromhex("308006092a864886f70d010703a0800000"))
    ),
    summary="Encrypted message (S/MIME)",
    attachments=[attachment("1", "smime.p7m", "application/pkcs7-mime", 17)],
    defects=[],
)
case(
    "encrypted-smime-by-content",
    whole(
        "Content-Type: application/x-pkcs7-mime; name=smime.p7m\nContent-Transfer-Encoding: base64\n\n"
        + b64(bytes.fromhex("308006092a864886f70d010703a0800000"))
    ),
    summary="Encrypted message (S/MIME)",
)
case(
    "encrypted-pgp-in-text",
    PLAIN + "-----BEGIN PGP MESSAGE-----\nVersion: 1\n\nhQEMA0\n-----END PGP MESSAGE-----\n",
    summary="Encrypted message (PGP)",
)
case("signed-pgp-in-text", PLAIN + "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nYes.\n", summary="Yes.")


# ---- files and messages that are packed in another way -----------------------------------------
def yenc(name, data, lie=0, size=None):
    out = b""
    for byte in data:
        code = (byte + 42) % 256
        out += bytes([61, (code + 64) % 256]) if code in (0, 10, 13, 61) else bytes([code])
        if len(out.split(b"\r\n")[-1]) >= 32:
            out += b"\r\n"
    size = len(data) if size is None else size
    return (
        f"=ybegin line=32 size={size} name={name}\r\n".encode()
        + out.rstrip(b"\r\n")
        + f"\r\n=yend size={size} crc32={zlib.crc32(data) ^ lie:08x}\r\n".encode()
    )


DATA = bytes(range(256))
YENC = b"Subject: x\r\nContent-Transfer-Encoding: 8bit\r\n\r\nBefore\r\n"
case(
    "yenc-in-text",
    YENC + yenc("all bytes.bin", DATA) + b"After\r\n",
    text="Before\nAfter\n",
    summary="Before After",
    attachments=[attachment("1#1", "all bytes.bin", "application/octet-stream", 256)],
    hasAttachment=True,
    defects=[],
)
case(
    "yenc-and-uuencode",
    YENC + yenc("a.bin", b"abc") + crlf(UU).encode(),
    text="Before\n",
    attachments=[
        attachment("1#1", "a.bin", "application/octet-stream", 3),
        attachment("1#2", "hello.txt", "application/octet-stream", 11),
    ],
)
case(
    "yenc-bad-checksum",
    YENC + yenc("a.bin", DATA, lie=1),
    attachments=[attachment("1#1", "a.bin", "application/octet-stream", 256)],
    defects=["bad_checksum"],
)
case(
    "yenc-bad-size",
    YENC + yenc("a.bin", DATA, size=300),
    attachments=[attachment("1#1", "a.bin", "application/octet-stream", 256)],
    defects=["bad_checksum"],
)
PART = (
    yenc("a.bin", b"abc")
    .replace(b"line=32 size=3", b"part=2 line=32 size=6")
    .replace(b" name=a.bin\r\n", b" name=a.bin\r\n=ypart begin=4 end=6\r\n")
)
case(
    "yenc-one-of-two",
    YENC + PART.replace(b"crc32=", b"part=2 pcrc32=").replace(b"\r\n=yend", b"\r\n=yend"),
    attachments=[attachment("1#1", "a.bin", "application/octet-stream", 3)],
    defects=[],
)
case(
    "yenc-not-ended",
    YENC + b"=ybegin line=32 size=3 name=a.bin\r\nabc\r\n",
    text="Before\n=ybegin line=32 size=3 name=a.bin\nabc\n",
    attachments=[],
    defects=[],
)
case(
    "yenc-without-name",
    YENC + b"=ybegin line=32 size=3\r\nabc\r\n=yend size=3\r\n",
    text="Before\n=ybegin line=32 size=3\nabc\n=yend size=3\n",
    attachments=[],
)


def der(tag, *contents):
    """One element with a definite length."""
    content = b"".join(contents)
    length = len(content)
    size = (
        bytes([length])
        if length < 128
        else bytes([0x80 + (length.bit_length() + 7) // 8]) + length.to_bytes((length.bit_length() + 7) // 8, "big")
    )
    return bytes([tag]) + size + content


def ber(tag, *contents):
    """One element with an indefinite length."""
    return bytes([tag, 0x80]) + b"".join(contents) + b"\0\0"


PKCS7 = bytes.fromhex("2a864886f70d0107")
SHA256 = der(0x30, der(6, bytes.fromhex("608648016503040201")))


def signed_data(content, make=der, octets=None):
    """As in RFC 5652, without certificates and signers."""
    inner = [] if content is None and octets is None else [make(0xA0, octets or der(4, content))]
    body = make(0x30, der(2, b"\1"), make(0x31, SHA256), make(0x30, der(6, PKCS7 + b"\1"), *inner), der(0x31))
    return make(0x30, der(6, PKCS7 + b"\2"), make(0xA0, body))


def opaque(
    cms,
    kind="application/pkcs7-mime; smime-type=signed-data; name=smime.p7m",
    disposition="attachment; filename=smime.p7m",
):
    return f"Content-Type: {kind}\nContent-Disposition: {disposition}\nContent-Transfer-Encoding: base64\n\n" + b64(cms)


def entity(text):
    return crlf(text).encode()


SIGNED = entity(multipart("mixed", "I", TEXT, PDF))
NOT_CHECKED = ["signature_not_checked"]
case(
    "smime-opaque",
    whole(opaque(signed_data(SIGNED))),
    text="The text",
    summary="The text",
    searchText="The text",
    attachments=[attachment("1/2", "a.pdf", "application/pdf", 18)],
    hasAttachment=True,
    defects=NOT_CHECKED,
)
case(
    "smime-opaque-text",
    whole(opaque(signed_data(entity("Content-Type: text/plain; charset=utf-8\n\nGrüße")))),
    text="Grüße",
    attachments=[],
    hasAttachment=False,
    defects=NOT_CHECKED,
)
case(
    "smime-opaque-alternative",
    whole(opaque(signed_data(entity(multipart("alternative", "I", TEXT, HTML))))),
    text="The text",
    html="<p>The <b>HTML</b></p>",
    attachments=[],
    isHtml=True,
)
CHUNKS = ber(0x24, der(4, SIGNED[:50]), ber(0x24, der(4, SIGNED[50:51]), der(4, b"")), der(0x24, der(4, SIGNED[51:])))
case(
    "smime-opaque-indefinite",
    whole(opaque(signed_data(None, ber, CHUNKS))),
    text="The text",
    attachments=[attachment("1/2", "a.pdf", "application/pdf", 18)],
    defects=NOT_CHECKED,
)
case(
    "smime-opaque-constructed",
    whole(opaque(signed_data(None, der, der(0x24, der(4, SIGNED[:9]), der(4, SIGNED[9:]))))),
    text="The text",
    defects=NOT_CHECKED,
)
case(
    "smime-opaque-old-type",
    whole(opaque(signed_data(SIGNED), "application/x-pkcs7-mime; name=smime.p7m")),
    text="The text",
    defects=NOT_CHECKED,
)
case(
    "smime-opaque-by-name",
    whole(opaque(signed_data(SIGNED), "application/octet-stream; name=smime.p7m")),
    text="The text",
    defects=NOT_CHECKED,
)
case(
    "smime-opaque-and-list-footer",
    whole(multipart("mixed", "M", opaque(signed_data(SIGNED)), "Content-Type: text/plain\n\nlist footer")),
    text="The text\nlist footer",
    attachments=[attachment("1/2", "a.pdf", "application/pdf", 18)],
    defects=NOT_CHECKED,
)
case(
    "smime-opaque-as-file",
    mixed(TEXT, opaque(signed_data(SIGNED))),
    text="The text",
    attachments=[attachment("2", "smime.p7m", "application/pkcs7-mime", len(signed_data(SIGNED)))],
    defects=[],
)
case(
    "smime-opaque-twice",
    whole(opaque(signed_data(entity(opaque(signed_data(SIGNED)))))),
    text="The text",
    attachments=[attachment("1/1/2", "a.pdf", "application/pdf", 18)],
    defects=NOT_CHECKED,
)
DEEP = SIGNED
for _ in range(6):
    DEEP = entity(opaque(signed_data(DEEP)))
case(
    "smime-opaque-too-deep",
    b"Subject: x\r\n" + DEEP,
    text=None,
    summary="Signed message (S/MIME)",
    hasAttachment=True,
    defects=["signature_not_checked", "signed_not_opened"],
)
case(
    "smime-opaque-cut",
    whole(opaque(signed_data(entity(TEXT + "\nmore text"))[:-7])),
    text="The text\nmore",
    summary="The text more",
)
case(
    "smime-certificates-only",
    whole(
        opaque(
            signed_data(None),
            "application/pkcs7-mime; smime-type=certs-only; name=smime.p7c",
            "attachment; filename=smime.p7c",
        )
    ),
    text=None,
    attachments=[attachment("1", "smime.p7c", "application/pkcs7-mime", len(signed_data(None)))],
    defects=["signed_not_opened"],
)

for kind, filename in [
    ("image/png", "image.png"),
    ("image/jpeg", "image.jpg"),
    ("image/webp", "image.webp"),
    ("image/x-unheard", "attachment.bin"),
    ("application/pdf", "attachment.pdf"),
    ("application/octet-stream", "attachment.bin"),
    ("audio/mpeg", "audio.mp3"),
    ("video/mp4", "video.mp4"),
    ("text/calendar", "invite.ics"),
    ("text/x-vcard", "contact.vcf"),
    ("text/x-log", "attachment.txt"),
    ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "attachment.docx"),
]:
    case(
        "unnamed-" + kind.replace("/", "-").split(".")[-1],
        mixed(TEXT, f"Content-Type: {kind}\nContent-Disposition: attachment\n\nabc"),
        attachments=[attachment("2", filename, kind, 3)],
    )
UNNAMED = "Content-Type: image/png\n\nabc"
case(
    "unnamed-three",
    mixed(TEXT, UNNAMED, UNNAMED.replace("image/png", "image/png; name=IMAGE-2.PNG"), UNNAMED),
    attachments=[
        attachment("2", "image.png", "image/png", 3),
        attachment("3", "IMAGE-2.PNG", "image/png", 3),
        attachment("4", "image-3.png", "image/png", 3),
    ],
)
case(
    "unnamed-message-in-base64",
    mixed(
        TEXT, "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" + b64(b"Subject: in/out\r\n\r\nx")
    ),
    attachments=[attachment("2", "in_out.eml", "message/rfc822", 20)],
)

print(len(NAMES), "mails")
