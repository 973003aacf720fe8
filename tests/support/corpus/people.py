# SPDX-License-Identifier: GPL-3.0-or-later
"""Three thousand correspondents; a few of them write most of the mail."""

from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from random import Random

_FIRST = """Anna Boris Carla David Elena Frank Greta Hans Irene Jonas Karin Lukas Maria Nils Olga Peter
Quinn Rosa Stefan Tanja Uwe Vera Walter Xenia Yusuf Zoe Björn Søren François Jürgen Zoë""".split()
_LAST = """Meyer Schmidt Novak Kowalski Jensen Dupont Rossi Garcia Silva Smith Johnson Brown Müller Weiß
Østergård Lefèvre Núñez Ivanov Petrov Tanaka Sato Kim Park Wang Li Zhang""".split()
_DOMAINS = """example.com example.org mail.example.net corp.example shop.example news.example
list.example.org uni.example.edu""".split()
_EASTERN = {
    "zh": ("王 李 张 刘 陈 杨", "伟 芳 娜 秀英 敏 静 丽 强 磊 军"),
    "ja": ("田中 佐藤 鈴木 高橋 渡辺", "太郎 花子 健一 美咲 翔太"),
    "ko": ("김 이 박 최 정", "민준 서연 지훈 수빈 예은"),
    "ru": ("Иван Ольга Пётр Мария Алексей", "Иванов Петрова Сидоров Смирнова"),
}


@dataclass(frozen=True)
class Person:
    """Display name and address; `language` is that of the name."""

    name: str
    address: str
    language: str


def _person(random: Random, number: int) -> Person:
    first, last = random.choice(_FIRST), random.choice(_LAST)
    letters = "".join(sign for sign in (first[0] + last).lower() if sign.isascii())
    address = f"{letters}.{number}@{random.choice(_DOMAINS)}"
    if random.random() < 0.83:
        order = f"{last}, {first}" if random.random() < 0.1 else f"{first} {last}"
        return Person(order, address, "de")
    language = random.choice(list(_EASTERN))
    front, back = (random.choice(names.split()) for names in _EASTERN[language])
    return Person(front + (" " if language in ("ja", "ru") else "") + back, address, language)


@cache
def _people() -> tuple[list[Person], list[float]]:
    random = Random("people")
    everybody = [_person(random, number) for number in range(3000)]
    return everybody, list(accumulate(1 / (rank + 2) ** 0.9 for rank in range(3000)))


def pick_people(random: Random, count: int) -> list[Person]:
    """`count` correspondents, perhaps some twice."""
    everybody, weights = _people()
    return random.choices(everybody, cum_weights=weights, k=count)
