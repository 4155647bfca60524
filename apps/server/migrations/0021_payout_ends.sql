-- An operator ends a pay-out whose outcome the lender does not report.
alter table payout_case drop constraint payout_case_kind_check;
alter table payout_case add constraint payout_case_kind_check check (kind in ('excess', 'otherAmount', 'noOutcome'));
alter table payout_case drop constraint payout_case_outcome_check;
alter table payout_case add constraint payout_case_outcome_check
  check (outcome in ('returned', 'lost', 'corrected', 'kept', 'refused', 'paid'));
