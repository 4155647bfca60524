-- Codes of the account: to change the phone (one to the old, one to the new phone) and to set the payment password.
alter table sms_wait drop constraint sms_wait_purpose_check;
alter table sms_wait add constraint sms_wait_purpose_check
  check (purpose in ('login', 'withdraw', 'repay', 'bindCard', 'oldPhone', 'newPhone', 'payPassword'));
alter table sms_code drop constraint sms_code_purpose_check;
alter table sms_code add constraint sms_code_purpose_check
  check (purpose in ('login', 'withdraw', 'repay', 'bindCard', 'oldPhone', 'newPhone', 'payPassword'));

-- `check` counts the challenges that a network asked for. Of `newPhone`, the subject is the phone or the user's id.
alter table sms_send_count drop constraint sms_send_count_subject_kind_check;
alter table sms_send_count add constraint sms_send_count_subject_kind_check
  check (subject_kind in ('login', 'loginKnown', 'loginNetwork', 'withdraw', 'repay', 'bindCard', 'oldPhone', 'newPhone', 'payPassword', 'address', 'check'));

-- Phones that a network had codes sent to on a day.
create table sms_address_phone (
  address bytea not null,
  day date not null,
  phone bytea not null,
  primary key (address, day, phone)
);
create index sms_address_phone_age on sms_address_phone (day);

-- Challenges before a code is sent: for one network and phone, once, for a few minutes.
create table sms_check (
  check_id text primary key,
  subject bytea not null,
  challenge_id text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sms_check_age on sms_check (expires_at);

-- Every change of a login phone. The old number is needed for the SMS that reports the change to it.
create table phone_change (
  user_id bigint not null,
  change_id bigint not null,
  old_mobile_sealed bytea not null,
  changed_at timestamptz not null,
  primary key (user_id, change_id)
);

-- The payment password as a salted scrypt hash. `ask_above_fen` is null while it is off; wrong tries count for one day.
create table payment_password (
  user_id bigint primary key,
  salt bytea not null,
  hash bytea not null,
  digits smallint not null check (digits between 4 and 6),
  ask_above_fen bigint check (ask_above_fen >= 0),
  wrong_tries smallint not null default 0 check (wrong_tries >= 0),
  wrong_on date,
  set_at timestamptz not null
);
