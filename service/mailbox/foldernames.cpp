// SPDX-License-Identifier: GPL-3.0-or-later
#include "mailbox/foldernames.h"

#include <QHash>

#include <array>

namespace Mailbox {

namespace {

struct Names {
    const char *role;
    const char16_t *list; ///< divided by `|`; English first, then by language
};

constexpr std::array<Names, 5> usualNames = { {
    { "sent",
      u"Sent|Sent Items|Sent Messages|Sent Mail|sent-mail|Sent Email|Sent E-Mail"
      u"|Gesendet|Gesendete Objekte|Gesendete Elemente|Gesendete Nachrichten|Gesendete Mails"
      u"|Gesendete E-Mails"
      u"|Envoyés|Messages envoyés|Éléments envoyés|Courrier envoyé|Mails envoyés|Envoyes"
      u"|Elements envoyes"
      u"|Enviados|Elementos enviados|Mensajes enviados|Correo enviado|Enviado"
      u"|Inviati|Posta inviata|Elementi inviati|Messaggi inviati|Inviata"
      u"|Enviadas|Itens enviados|Mensagens enviadas|E-mails enviados"
      u"|Verzonden|Verzonden items|Verzonden berichten|Verzonden e-mail"
      u"|Wysłane|Elementy wysłane|Wysłane wiadomości|Poczta wysłana|Wyslane"
      u"|Skickat|Skickade|Skickade objekt|Skickade meddelanden"
      u"|Sendt|Sendte|Sendt post|Sendte elementer|Sendte meddelelser|Sendte meldinger"
      u"|Sendt e-post"
      u"|Lähetetyt|Lähetetyt viestit|Lähetetyt kohteet"
      u"|Odeslané|Odeslaná pošta|Odeslané zprávy|Odeslane"
      u"|Odoslané|Odoslaná pošta|Odoslané správy"
      u"|Elküldött|Elküldött elemek|Elküldött üzenetek|Elküldött levelek"
      u"|Trimise|Mesaje trimise|Elemente trimise"
      u"|Enviats|Poslano|Poslana pošta|Poslate|Saadetud|Nosūtītie|Išsiųsta|Išsiųsti"
      u"|Απεσταλμένα|Σταλθέντα"
      u"|Отправленные|Отправленные письма|Отправленные сообщения|Надіслані|Відправлені"
      u"|Изпратени|Изпратена поща"
      u"|已发送|已发送邮件|已发邮件|已發送|已傳送|已傳送郵件|寄件備份|寄件備份匣|已寄出"
      u"|送信済み|送信済みメール|送信済みアイテム|送信済みトレイ|送信済メール"
      u"|보낸 편지함|보낸편지함|보낸 메일함|보낸메일함"
      u"|Gönderilmiş|Gönderilmiş Öğeler|Gönderilmiş Postalar|Gönderilenler|Gönderilen"
      u"|Đã gửi|Thư đã gửi|Terkirim|Item Terkirim|ส่งแล้ว"
      u"|נשלח|פריטים שנשלחו|المرسل|المرسلة|العناصر المرسلة|البريد المرسل" },
    { "drafts",
      u"Drafts|Draft|Entwürfe|Entwurf|Entwuerfe"
      u"|Brouillons|Brouillon|Borradores|Borrador|Bozze|Bozza|Rascunhos|Rascunho"
      u"|Concepten|Concept|Szkice|Kopie robocze|Wersje robocze|Robocze"
      u"|Utkast|Kladder|Kladde|Udkast|Luonnokset|Koncepty|Rozepsané|Rozepsané zprávy|Rozpísané"
      u"|Piszkozatok|Vázlatok|Ciorne|Schițe|Esborranys|Skice|Osnutki|Mustandid|Melnraksti"
      u"|Juodraščiai"
      u"|Πρόχειρα|Черновики|Черновик|Чернетки|Чернови"
      u"|草稿|草稿箱|草稿夹|草稿匣|草稿夾|下書き|下書きトレイ|임시 보관함|임시보관함"
      u"|Taslaklar|Taslak|Thư nháp|Bản nháp|Nháp|Draf|Konsep|ร่าง|ฉบับร่าง|แบบร่าง"
      u"|טיוטות|المسودات|مسودات" },
    { "trash",
      u"Trash|Deleted Items|Deleted Messages|Deleted|Bin|Deleted Mail"
      u"|Papierkorb|Gelöscht|Gelöschte Objekte|Gelöschte Elemente|Gelöschte Nachrichten|Geloescht"
      u"|Corbeille|Éléments supprimés|Messages supprimés|Supprimés|Poubelle|Elements supprimes"
      u"|Papelera|Elementos eliminados|Mensajes eliminados|Eliminados|Papelera de reciclaje"
      u"|Cestino|Posta eliminata|Elementi eliminati|Eliminati"
      u"|Lixeira|Lixo|Itens excluídos|Itens eliminados|Mensagens excluídas"
      u"|Prullenbak|Prullenmand|Verwijderd|Verwijderde items|Verwijderde berichten"
      u"|Kosz|Elementy usunięte|Usunięte|Papperskorg|Papperskorgen|Borttaget|Borttagna objekt"
      u"|Papirkurv|Slettet post|Slettede elementer|Slettet|Slettede|Slettede meldinger"
      u"|Roskakori|Poistetut|Poistetut viestit|Poistetut kohteet"
      u"|Koš|Odstraněná pošta|Odstraněné|Kôš|Odstránené|Kuka|Lomtár|Törölt elemek|Törölt"
      u"|Coș de gunoi|Gunoi|Elemente șterse|Paperera|Smeće|Otpad|Smetnjak|Prügikast|Atkritne"
      u"|Miskaste|Šiukšlinė"
      u"|Κάδος απορριμμάτων|Κάδος|Απορρίμματα|Διαγραμμένα"
      u"|Корзина|Удаленные|Удалённые|Кошик|Видалені|Кошче|Изтрити"
      u"|已删除|已删除邮件|已刪除|已刪除郵件|已刪除的郵件|垃圾桶|回收站|废纸篓"
      u"|ゴミ箱|ごみ箱|削除済み|削除済みアイテム|削除済みメール|휴지통|지운 편지함|지운편지함"
      u"|Çöp|Çöp Kutusu|Silinmiş Öğeler|Silinmiş|Silinenler|Thùng rác|Sampah|ถังขยะ"
      u"|אשפה|פריטים שנמחקו|المهملات|سلة المهملات|العناصر المحذوفة" },
    { "junk",
      u"Junk|Spam|Junk E-mail|Junk Email|Junk Mail|Junk-E-Mail|Bulk Mail|Bulk"
      u"|Unerwünscht|Spamverdacht|Pourriel|Pourriels|Indésirables|Courrier indésirable"
      u"|Correo no deseado|No deseado|Correo basura|Posta indesiderata|Indesiderata"
      u"|Lixo eletrônico|Lixo eletrónico|Lixo electrónico"
      u"|Ongewenst|Ongewenste e-mail|Ongewenste berichten"
      u"|Niechciane|Wiadomości-śmieci|Wiadomości śmieci|Skräppost|Skräp"
      u"|Uønsket post|Uønsket mail|Uønsket e-mail|Søppelpost|Søppel-e-post|Uønsket e-post"
      u"|Roskaposti|Nevyžádaná pošta|Nevyžádané|Nevyžiadaná pošta|Levélszemét"
      u"|E-mail nedorit|Mesaje nedorite|Correu brossa|Neželjena pošta|Neželena pošta|Rämpspost"
      u"|Mēstules|Brukalas|Šlamštas"
      u"|Ανεπιθύμητα|Ανεπιθύμητη αλληλογραφία"
      u"|Спам|Нежелательная почта|Небажана пошта|Нежелана поща"
      u"|垃圾邮件|垃圾郵件|垃圾箱|广告邮件|迷惑メール|迷惑メールフォルダ"
      u"|스팸|스팸 편지함|스팸편지함|스팸 메일함|스팸메일함|정크 메일"
      u"|Önemsiz|Önemsiz E-posta|İstenmeyen|İstenmeyen E-posta|istenmeyen|istenmeyen e-posta"
      u"|Thư rác|สแปม|ספאם|דואר זבל|البريد العشوائي" },
    { "archive",
      u"Archive|Archives|Archived|Archiv|Archivo|Archivio|Arquivo|Arquivados|Archief|Archiwum"
      u"|Arkiv|Arkiverat|Arkisto|Archív|Archívum|Arhiva|Arhivă|Arxiu|Arhiv|Arhīvs|Archyvas"
      u"|Αρχείο|Αρχειοθήκη|Архив|Архів|存档|归档|封存|アーカイブ|보관|보관함|보관 편지함"
      u"|Arşiv|Lưu trữ|Arsip|เก็บถาวร|ארכיון|الأرشيف|أرشيف" },
} };

QString folded(QStringView name)
{
    return name.trimmed().toString().toCaseFolded().normalized(QString::NormalizationForm_C);
}

QHash<QString, NamedRole> makeTable()
{
    QHash<QString, NamedRole> table;
    for (const Names &names : usualNames) {
        int rank = 0;
        for (const QStringView name : QStringView(names.list).split(u'|')) {
            const QString key = folded(name);
            if (!table.contains(key))
                table.insert(key, { names.role, rank++ });
        }
    }
    return table;
}

} // namespace

std::optional<NamedRole> roleByName(QStringView name)
{
    static const QHash<QString, NamedRole> table = makeTable();
    const auto found = table.constFind(folded(name));
    return found == table.cend() ? std::nullopt : std::optional(*found);
}

} // namespace Mailbox
