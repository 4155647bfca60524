-- Red packets and benefits move money that belongs to no loan: such legs name the activity or the benefit order instead.
alter table ledger_leg alter column loan_id drop not null;
alter table ledger_leg add column subject_kind text check (subject_kind in ('activity', 'benefit'));
alter table ledger_leg add column subject_id bigint;
alter table ledger_leg add constraint ledger_leg_subject_check
  check ((subject_kind is null) = (subject_id is null) and (loan_id is null) = (subject_id is not null));
create index ledger_leg_subject on ledger_leg (user_id, subject_kind, subject_id, account) where loan_id is null;
