-- One set of tables for every SMS code, also one that a bank makes and proves.

-- When another code may be asked for. The subject is a phone's blind index; for a card, the user's id and that index.
create table sms_wait (
  subject bytea not null,
  purpose text not null check (purpose in ('login', 'withdraw', 'repay', 'bindCard')),
  wait_until timestamptz not null,
  primary key (subject, purpose)
);
create index sms_wait_age on sms_wait (wait_until);
insert into sms_wait select phone_index, purpose, wait_until from sms_code;
insert into sms_wait select int8send(user_id) || phone_index, 'bindCard', wait_until from card_code_wait;

-- The subject is a phone's blind index; for a card, the id of the binding.
alter table sms_code rename column phone_index to subject;
alter table sms_code drop column wait_until;
alter table sms_code drop constraint sms_code_purpose_check;
alter table sms_code add constraint sms_code_purpose_check check (purpose in ('login', 'withdraw', 'repay', 'bindCard'));
-- Null where a bank made the code. Then the codes tried are kept as keyed marks: each is counted before the bank is asked about it.
alter table sms_code alter column code_hash drop not null;
alter table sms_code add column tried_marks text[] not null default '{}' check (cardinality(tried_marks) <= 5);
-- The order that the code confirms, with the card and, for a repayment, the amount that its SMS names. No other order can use the code.
alter table sms_code add column order_text text;
insert into sms_code (subject, purpose, sent_at, expires_at, wrong_tries, tried_marks)
  select int8send(binding_id), 'bindCard', expires_at - interval '300 seconds', expires_at, wrong_tries, tried_marks
  from card_binding where card_id is null;
alter table card_binding drop column wrong_tries;
alter table card_binding drop column tried_marks;

alter table sms_send_count drop constraint sms_send_count_subject_kind_check;
alter table sms_send_count add constraint sms_send_count_subject_kind_check
  check (subject_kind in ('login', 'loginKnown', 'loginNetwork', 'withdraw', 'repay', 'bindCard', 'address'));
insert into sms_send_count select 'bindCard', int8send(user_id), day, sends from card_code_count;

drop table card_code_wait;
drop table card_code_count;
