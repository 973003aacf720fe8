// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/records.h"
#include "session/settings.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QListWidget;
class QRadioButton;
class QScreen;
class QTimeEdit;

namespace Spoken {
class Sentence;
}

namespace Ui {

/** All settings, on one page. */
class SettingsWindow : public QDialog
{
    Q_OBJECT

public:
    SettingsWindow(const Session::Preferences &preferences, const QList<Client::Account> &accounts,
                   bool isStartedAtLogin, QWidget *parent = nullptr);

Q_SIGNALS:
    void saved(const Session::Preferences &preferences, bool startAtLogin);

private:
    QWidget *serviceGroup();
    QWidget *noticesGroup(const QList<Client::Account> &accounts);
    QWidget *quietGroup();
    QWidget *iconGroup(bool isStartedAtLogin);
    QWidget *scrolled(QWidget *page);
    void fitInto(const QScreen &screen, const QWidget &page);
    void save();
    void enableParts();

    Session::Preferences m_preferences;
    QRadioButton *m_local = nullptr;
    QRadioButton *m_remote = nullptr;
    QCheckBox *m_startService = nullptr;
    QLineEdit *m_server = nullptr;
    Spoken::Sentence *m_problem = nullptr;
    QCheckBox *m_showNotices = nullptr;
    QComboBox *m_content = nullptr;
    QCheckBox *m_sound = nullptr;
    QListWidget *m_accounts = nullptr;
    QCheckBox *m_daily = nullptr;
    QTimeEdit *m_from = nullptr;
    QTimeEdit *m_to = nullptr;
    QComboBox *m_style = nullptr;
    QCheckBox *m_atLogin = nullptr;
};

} // namespace Ui
