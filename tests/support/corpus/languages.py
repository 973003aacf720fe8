# SPDX-License-Identifier: GPL-3.0-or-later
"""Vocabularies: some real words for each language, then invented ones, drawn by Zipf's law."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate
from random import Random

# Planted words: they never occur by chance, so a search for one has a known number of hits.
RARE = "quincunx"  # about 1 mail in 2,500
FREQUENT = "harbourmaster"  # about 1 mail in 50
CHINESE = "会议纪要"  # 3 of 20 mails in simplified Chinese
JAPANESE = "請求書番号"  # 1 of 10 Japanese mails

_ENGLISH = """the to and of a in is for you that on we with it this be are have your as not will from
our at or can if please by an all me but what so do my there has was which when would up about they
one more out time no just get how know them any some like need new use work good make see also then
now only other over than here team day week project meeting report update review thanks regards hello
best attached file document invoice payment order account customer service support request question
issue problem change plan schedule call tomorrow today monday friday next last quarter quarterly
budget contract agreement draft version release server error system data user password security
access login email message reply forward send sent delivery shipping price offer discount sale
product company office travel flight hotel booking conference presentation slides design code test
build deploy database network performance feature ticket status approve approval confirm"""
_GERMAN = """der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an
werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum haben nur
oder aber vor zur bis mehr durch man dann sehr können müssen möchten Rückfrage Anhang Besprechung
Angebot Rechnung Grüße Straße Büro Änderung Verträge nächste Woche Termin Kunde größer schön"""
_CHINESE = "的 我们 您好 请 会议 项目 报告 发票 合同 客户 公司 今天 明天 谢谢 附件 更新 付款 订单 服务 系统 用户 密码 问题 时间 安排 审批 季度 预算"
_TAIWAN = "的 我們 您好 請 會議 專案 報告 發票 合約 客戶 公司 今天 明天 謝謝 附件 更新 付款 訂單 服務 系統"
_JAPANESE = "の です ます は を に お世話 会議 資料 請求書 ご確認 よろしく お願い します 東京 株式会社 本日 明日 添付 報告 予定 契約"
_KOREAN = "회의 자료 안녕하세요 감사합니다 첨부 파일 요청 확인 내일 오늘 회사 고객 계약 보고서 청구서 일정"
_RUSSIAN = """и в не на что с по это для вы мы встреча отчет счет договор проект спасибо здравствуйте
завтра сегодня клиент компания файл вложение оплата заказ"""

_HIRAGANA = "".join(map(chr, range(0x3042, 0x3094)))
_KATAKANA = "".join(map(chr, range(0x30A2, 0x30F4)))
_ONSETS = "b c d f g h j k l m n p r s t v w br cr dr gr pl st tr ch sh th".split()
_VOWELS = "a e i o u ai ea ou io".split()
_CODAS = ["", "n", "r", "s", "t", "l", "ng", "m", "nd", "ck", ""]


@dataclass(frozen=True)
class Language:
    """`words` are in order of falling frequency; `separator` is written between words and may be ""."""

    name: str
    share: float
    words: list[str] = field(repr=False)
    separator: str
    stop: str
    bytes_per_word: int
    charsets: tuple[str, ...]
    planted: tuple[tuple[str, float], ...] = ()

    def draw(self, random: Random, count: int) -> list[str]:
        """`count` words; the common ones occur often."""
        return random.choices(self.words, cum_weights=_zipf(len(self.words)), k=count)


@cache
def _zipf(size: int) -> list[float]:
    return list(accumulate(1 / (rank + 2) for rank in range(size)))


def _grow(real: str, size: int, make: Callable[[], str]) -> list[str]:
    words = dict.fromkeys(real.split())
    while len(words) < size:
        words.setdefault(make())
    return list(words)


def _latin(random: Random) -> Callable[[], str]:
    def make() -> str:
        syllables = random.randint(1, 3)
        stem = "".join(random.choice(_ONSETS) + random.choice(_VOWELS) for _ in range(syllables))
        return stem + random.choice(_CODAS)

    return make


def _signs(random: Random, signs: str, lengths: list[int]) -> Callable[[], str]:
    return lambda: "".join(random.choices(signs, k=random.choice(lengths)))


def _encodable(random: Random, charset: str, first: int, last: int, count: int) -> str:
    """`count` characters of that range that the charset has, except those of planted words."""
    found = []
    for code in range(first, last):
        if chr(code) not in CHINESE + JAPANESE:
            try:
                chr(code).encode(charset)
                found.append(chr(code))
            except UnicodeEncodeError:
                pass
    return "".join(random.sample(found, count))


@cache
def languages() -> tuple[Language, ...]:
    """All languages; their shares add up to 1. Built once in each process, in a third of a second."""
    random = Random("vocabulary")
    english = _grow(_ENGLISH, 30_000, _latin(random))
    german = _grow(_GERMAN, 20_000, _latin(random))
    simplified = _encodable(random, "gb2312", 0x4E00, 0x9FA5, 1500)
    traditional = _encodable(random, "big5", 0x4E00, 0x9FA5, 1500)
    kanji = _encodable(random, "shift_jis", 0x4E00, 0x9FA5, 1000)
    hangul = _encodable(random, "euc-kr", 0xAC00, 0xD7A3, 800)
    cyrillic = "".join(map(chr, range(0x430, 0x450)))
    chinese = _grow(_CHINESE, 9_000, _signs(random, simplified, [1, 2, 2, 2, 3, 4]))
    taiwan = _grow(_TAIWAN, 6_000, _signs(random, traditional, [1, 2, 2, 2, 3]))
    kana = _HIRAGANA * 6 + _KATAKANA * 3
    japanese = _grow(_JAPANESE, 9_000, _signs(random, kanji + kana, [1, 2, 2, 3, 4]))
    korean = _grow(_KOREAN, 8_000, _signs(random, hangul, [1, 2, 2, 3, 4]))
    russian = _grow(_RUSSIAN, 9_000, _signs(random, cyrillic, [3, 4, 5, 6, 7, 8, 9]))
    planted = ((RARE, 0.0005), (FREQUENT, 0.025))
    latin1 = ("iso-8859-1", "windows-1252", "iso-8859-15", "utf-8", "utf-8")
    gb = ("gb2312", "gb18030", "gbk", "utf-8", "utf-8", "utf-8")
    jp = ("iso-2022-jp", "shift_jis", "utf-8", "utf-8")
    ru = ("koi8-r", "windows-1251", "utf-8", "utf-8")
    return (
        Language("en", 0.66, english, " ", ". ", 6, ("us-ascii", "us-ascii", "utf-8"), planted),
        Language("de", 0.14, german, " ", ". ", 6, latin1, planted),
        Language("zh", 0.07, chinese, "", "。", 6, gb, ((CHINESE, 0.15),)),
        Language("tw", 0.02, taiwan, "", "。", 6, ("big5", "utf-8", "utf-8")),
        Language("ja", 0.04, japanese, "", "。", 7, jp, ((JAPANESE, 0.10),)),
        Language("ko", 0.02, korean, " ", ". ", 7, ("euc-kr", "utf-8", "utf-8")),
        Language("ru", 0.05, russian, " ", ". ", 11, ru),
    )


def pick_language(random: Random) -> Language:
    """One language by its share."""
    known = languages()
    return random.choices(known, weights=[language.share for language in known])[0]
