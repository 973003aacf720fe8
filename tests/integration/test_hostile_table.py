# SPDX-License-Identifier: GPL-3.0-or-later
"""What a hostile or odd mail server may do, and the tests of it. Each named test must exist."""

from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]

TABLE = {
    # -- STARTTLS
    "nothing but CAPABILITY and STARTTLS goes out in plain text": [
        "unit/imap/tst_starttls.cpp::sendsOnlyWhatIsNeededBeforeTls"
    ],
    "answers injected before the handshake": [
        "unit/imap/tst_starttls.cpp::neverGoesOnInPlainText",
        "unit/smtp/tst_smtp_starttls.cpp::neverGoesOnInPlainText",
        "unit/net/tst_transport.cpp::refusesBytesBeforeTheHandshake",
        "unit/net/tst_proxy.cpp::refusesBytesBeforeTheHandshake",
    ],
    "STARTTLS refused, missing or stripped": [
        "unit/imap/tst_starttls.cpp::neverGoesOnInPlainText",
        "unit/imap/tst_starttls.cpp::takesAutoOnAnyPortAsRequired",
        "unit/smtp/tst_smtp_starttls.cpp::takesAutoOnAnyPortAsRequired",
    ],
    "PREAUTH where STARTTLS is required": ["unit/imap/tst_starttls.cpp::neverGoesOnInPlainText"],
    "what was said before TLS is forgotten": [
        "unit/imap/tst_starttls.cpp::forgetsWhatWasSaidBefore",
        "unit/smtp/tst_smtp_starttls.cpp::forgetsWhatWasSaidBefore",
    ],
    "certificates": [
        "unit/net/tst_transport.cpp::refusesAnUnknownAuthority",
        "unit/net/tst_transport.cpp::refusesAnotherName",
        "unit/net/tst_transport.cpp::refusesAnExpiredCertificate",
        "unit/net/tst_transport.cpp::refusesAnotherKeyThanThePinnedOne",
        "unit/net/tst_proxy.cpp::speaksTlsWithTheServerBehindIt",
    ],
    # -- logging in
    "no way to log in that may be used": ["unit/imap/tst_session.cpp::refusesToLogIn"],
    "server that does not know the password either": [
        "unit/imap/tst_session.cpp::trustsNoServerThatDoesNotProveItself"
    ],
    "refusals to get the password in the clear, or by a weaker mechanism": [
        "unit/imap/tst_loginfallback.cpp::neverWithoutTls",
        "unit/smtp/tst_smtp_fallback.cpp::neverWithoutTls",
        "unit/imap/tst_loginfallback.cpp::endsWhereTlsIsGoneAfterTheRefusal",
        "unit/smtp/tst_smtp_fallback.cpp::endsWhereTlsIsGoneAfterTheRefusal",
        "unit/net/tst_loginplan.cpp::without TLS nothing weaker than what worked",
        "integration/test_logins.py::test_nothing_else_without_tls",
    ],
    "mechanisms that are offered and cannot work": [
        "unit/net/tst_loginplan.cpp::goesOn",
        "integration/test_real_servers.py::test_cyrus_without_secrets_for_scram",
        "integration/test_real_servers.py::test_wrong_password_is_tried_once_at_cyrus",
    ],
    "logins that take long to compute": [
        "unit/imap/tst_scramlogin.cpp::leavesTheThreadFree",
        "unit/imap/tst_scramlogin.cpp::mayBeDestroyedMeanwhile",
        "unit/net/tst_derivation.cpp::refusesMoreThanCanWait",
        "unit/net/tst_scram.cpp::too many iterations",
    ],
    "logins without end": ["unit/imap/tst_scramlogin.cpp::givesUpOnALoginWithoutEnd"],
    "server that repeats the password": [
        "unit/imap/tst_session.cpp::repeatsNoSecret",
        "integration/test_faults_sessions.py::test_password_that_the_server_repeats_is_repeated_by_nobody",
    ],
    "NetEase: ID before everything else": [
        "unit/imap/tst_session.cpp::ID first, whatever the answer",
        "unit/imap/tst_session.cpp::ID that is offered after the login",
    ],
    # -- too much, too long, too deep
    "greeting that is none": ["unit/imap/tst_session.cpp::refusesToOpen"],
    "greeting that does not come": [
        "integration/test_faults_many_accounts.py::test_accounts_of_a_silent_server_keep_nobody_waiting"
    ],
    "endless lines": [
        "unit/imap/tst_responsereader.cpp::acceptsLongLinesOnlyWhereTheyBelong",
        "unit/net/tst_transport.cpp::refusesALongLine",
        "integration/test_faults_mails.py::test_endless_structure_does_not_end_the_session",
    ],
    "literals of any announced length": [
        "unit/imap/tst_responsereader.cpp::takesMemoryOnlyAsBytesArrive",
        "unit/imap/tst_responsereader.cpp::keepsNoLongerLiteralsThanWereAskedFor",
    ],
    "more than was asked for": ["unit/imap/tst_session.cpp::keepsNotMoreThanWasAskedFor"],
    "literals of many sessions at once": [
        "unit/imap/tst_literalbudget.cpp::boundsWhatAllHold",
        "unit/imap/tst_flood.cpp::letsOrdinaryMailPassLargeOnes",
    ],
    "nesting, and words without end": [
        "unit/imap/tst_lexer.cpp::limitsDepthAndWords",
        "unit/imap/tst_bodystructure.cpp::90 levels",
    ],
    "answers to one command without end": ["unit/imap/tst_session.cpp::givesUpOnAnswersThatAreTooMuch"],
    "answers that nobody asked for": [
        "unit/imap/tst_session.cpp::givesUpOnAFlood",
        "unit/imap/tst_flood.cpp::endsOnAFlood",
    ],
    "floods beside other accounts": [
        "unit/imap/tst_flood.cpp::leavesTheNeighbourItsTurns",
        "unit/imap/tst_uidset.cpp::collectsSetsInLinearTime",
        "integration/test_floods.py::test_flood_ends_in_an_error_and_an_innocent_account_gets_its_mail",
    ],
    "flags without end": ["unit/imap/tst_session.cpp::overflowsOnFlagsWithoutEnd"],
    "folders without end": ["unit/imap/tst_session.cpp::refusesAListThatIsTooLong"],
    "parts without end": ["integration/test_faults_parts.py::test_endless_part_is_given_up"],
    # -- too slow
    "silence": [
        "unit/imap/tst_session.cpp::givesUpOnASilentServer",
        "integration/test_faults_sessions.py::test_silence_in_any_command_is_noticed",
        "integration/test_faults_parts.py::test_silent_server_is_given_up",
        "unit/net/tst_proxy.cpp::givesUpOnASilentProxy",
    ],
    "byte after byte": [
        "unit/imap/tst_session.cpp::givesUpOnASlowLiteral",
        "unit/imap/tst_session.cpp::givesUpOnASlowLine",
        "integration/test_faults.py::test_dripping_mail_is_given_up",
    ],
    "talk without an answer": ["unit/imap/tst_session.cpp::givesUpOnAServerThatTalksAndDoesNotAnswer"],
    # -- lies about mails
    "EXISTS that counts too many": [
        "integration/test_faults_mails.py::test_server_that_counts_more_than_it_shows_loses_nothing_here"
    ],
    "EXISTS before the mail is there": ["integration/test_faults_mails.py::test_counted_before_it_can_be_fetched"],
    "EXPUNGE of nothing": ["unit/imap/tst_parser.cpp::EXPUNGE of nothing is ignored"],
    "numbers above 32 bits": [
        "unit/imap/tst_parser.cpp::UID above 32 bits",
        "unit/imap/tst_parser.cpp::more mails than 32 bits",
    ],
    "one UID for two mails": ["integration/test_faults_mails.py::test_repeated_uid_does_not_hide_another_mail"],
    "UIDVALIDITY that is another one at each EXAMINE": [
        "integration/test_unsteady_folders.py::test_one_select_at_the_first_visit",
        "integration/test_real_servers.py::test_courier_keeps_its_uids_after_one_select",
    ],
    "UIDVALIDITY that jumps": [
        "integration/test_faults_mails.py::test_new_uid_validity_in_the_middle_of_a_pass",
        "integration/test_faults_parts.py::test_renumbered_folder_gives_no_other_mails_part",
    ],
    "UIDNEXT that is missing": ["integration/test_faults_mails.py::test_missing_uidnext"],
    "answers out of order": [
        "integration/test_faults_mails.py::test_answers_out_of_order_and_repeated_and_unasked",
        "unit/imap/tst_session.cpp::putsPiecesThatComeSideBySideInTheirPlaces",
    ],
    "pieces that are missing, longer, repeated": [
        "integration/test_faults_parts.py::test_piece_that_does_not_come_is_an_error",
        "integration/test_faults_parts.py::test_longer_piece_than_asked_for_is_an_error",
    ],
    # -- ends
    "BYE in the middle": ["integration/test_faults_sessions.py::test_bye_in_the_middle_of_a_fetch"],
    "an end at any command": [
        "integration/test_faults_sessions.py::test_end_in_any_command_is_followed_by_a_new_beginning"
    ],
    # -- IDLE
    "no IDLE, or one that is refused": [
        "integration/test_faults_sessions.py::test_server_that_offers_idle_and_refuses_it_is_polled"
    ],
    "IDLE that is silent": [
        "integration/test_faults_sessions.py::test_idle_that_says_nothing_is_renewed",
        "integration/test_faults_sessions.py::test_half_open_idle_is_noticed",
    ],
    # -- oddities of well-known servers
    "Exchange: a mail that it cannot tell": ["integration/test_faults_mails.py::test_broken_mail_costs_itself_only"],
    "Exchange: a structure that it cannot make": [
        "integration/test_faults_mails.py::test_mail_whose_structure_breaks_the_server_is_listed_without_it"
    ],
    "Courier: a text that it cannot open": [
        "integration/test_faults_mails.py::test_text_that_the_server_cannot_read_costs_itself_only"
    ],
    "Gmail and GMX: containers without parts": [
        "unit/imap/tst_bodystructure.cpp::quirk of Gmail: an attached message by its kind alone",
        "unit/imap/tst_bodystructure.cpp::quirk of GMX: a container without its parts",
    ],
    "servers without ranges": ["integration/test_faults_parts.py::test_server_that_knows_no_ranges_sends_all_of_it"],
    # -- addresses
    "metadata of clouds": [
        "unit/net/tst_transport.cpp::neverConnectsToMetadata",
        "unit/net/tst_proxy.cpp::keepsToTheAddressPolicy",
    ],
    "commands in names": ["unit/imap/tst_session.cpp::refusesLineEndsInNames"],
}


@pytest.mark.parametrize("attack", TABLE)
def test_each_is_answered_by_a_test(attack: str) -> None:
    for place in TABLE[attack]:
        file, name = place.split("::")
        assert name in (TESTS / file).read_text(), f"{place} is gone"
