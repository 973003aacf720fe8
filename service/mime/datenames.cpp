// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/datenames.h"

#include <array>

namespace Mime {

int monthNamed(Slice word)
{
    constexpr std::array<std::array<const char *, 3>, 12> months{ {
        { "jan", "", "" },
        { "feb", "f\xc3\xa9v", "" },
        { "mar", "mrz", "m\xc3\xa4r" },
        { "apr", "avr", "" },
        { "may", "mai", "" },
        { "jun", "juin", "" },
        { "jul", "juil", "" },
        { "aug", "ao\xc3\xbb", "" },
        { "sep", "", "" },
        { "oct", "okt", "" },
        { "nov", "", "" },
        { "dec", "dez",
          "d\xc3\xa9"
          "c" },
    } };
    for (size_t i = 0; i < months.size(); ++i) {
        for (const char *name : months[i]) {
            if (*name && word.startsWithIgnoringCase(name))
                return static_cast<int>(i) + 1;
        }
    }
    return 0;
}

std::optional<int> zoneNamed(Slice word)
{
    struct Zone {
        const char *name;
        int hours;
    };
    constexpr std::array zones{
        Zone{ "gmt", 0 },  Zone{ "ut", 0 },   Zone{ "utc", 0 },   Zone{ "z", 0 },
        Zone{ "est", -5 }, Zone{ "edt", -4 }, Zone{ "cst", -6 },  Zone{ "cdt", -5 },
        Zone{ "mst", -7 }, Zone{ "mdt", -6 }, Zone{ "pst", -8 },  Zone{ "pdt", -7 },
        Zone{ "cet", 1 },  Zone{ "cest", 2 }, Zone{ "met", 1 },   Zone{ "mest", 2 },
        Zone{ "bst", 1 },  Zone{ "eet", 2 },  Zone{ "eest", 3 },  Zone{ "msk", 3 },
        Zone{ "jst", 9 },  Zone{ "kst", 9 },  Zone{ "hst", -10 }, Zone{ "wet", 0 },
    };
    for (const Zone &zone : zones) {
        if (word.isIgnoringCase(zone.name))
            return zone.hours * 60;
    }
    return std::nullopt;
}

} // namespace Mime
