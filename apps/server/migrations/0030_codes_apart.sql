-- Codes are counted by what they are for and by who can have them sent. Of a phone: `login` by anyone, `loginKnown` from a network in which the
-- borrower is logged in, `loginNetwork` to the phone from one other network, `withdraw` and `repay` inside a session. Of a network: `address`.
alter table sms_send_count drop constraint sms_send_count_subject_kind_check;
update sms_send_count set subject_kind = 'login' where subject_kind = 'phone';
alter table sms_send_count add constraint sms_send_count_subject_kind_check
  check (subject_kind in ('login', 'loginKnown', 'loginNetwork', 'withdraw', 'repay', 'address'));

-- Wrong codes in a window of time. For a phone: by `stranger`s, from one `network`, and inside a `session`. From a network: `address`. `all` strangers.
create table sms_wrong_count (
  subject_kind text not null check (subject_kind in ('stranger', 'network', 'session', 'address', 'all')),
  subject bytea not null,
  since timestamptz not null,
  tries integer not null,
  primary key (subject_kind, subject, since)
);
create index sms_wrong_count_age on sms_wrong_count (since);
