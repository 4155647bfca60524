-- What the daily close needs of a loan while nothing happens to it but interest and penalty of the day, so that it need not read the plan.
-- `quiet_to` is the last such day; null means that it is not known and the whole loan must be looked at.
alter table loan add column quiet_to date;
-- The period that runs: what of its interest is earned on a day follows from these three. No interest is left to earn when it is zero.
alter table loan add column run_start date;
alter table loan add column run_due date;
alter table loan add column run_interest_fen bigint check (run_interest_fen >= 0);
-- Periods whose grace days are over, with what the penalty of a day is made of. Null when there is none.
alter table loan add column overdue jsonb;
-- A row is written anew every day: the plan stays apart from it.
alter table loan set (toast_tuple_target = 128);

-- The close goes through the loans in this order, so that it begins each batch where the last one ended.
drop index loan_open;
create index loan_open on loan (booked_to, user_id, loan_id) where status in (2, 4, 6);

-- Interest is earned by days from now on. What open loans earned of their running periods so far, by the formula of the engine
-- (interest × days run ÷ days of the period, half up), unless a payment had it recognised as a whole.
insert into ledger_leg (user_id, posting_key, leg, kind, loan_id, account, amount_fen, booked_on)
select user_id, 'accrued:' || loan_id || ':' || booked_to, leg.no, 'interestAccrued', loan_id, leg.account, leg.sign * earned, booked_to
from (
  select l.user_id, l.loan_id, l.booked_to,
    ((p.row ->> 'interest')::bigint * (l.booked_to - (p.row ->> 'startDate')::date) * 2 + ((p.row ->> 'dueDate')::date - (p.row ->> 'startDate')::date))
      / (2 * ((p.row ->> 'dueDate')::date - (p.row ->> 'startDate')::date)) as earned
  from loan l cross join lateral jsonb_array_elements(l.plan) p (row)
  where l.status in (2, 4, 6) and (p.row ->> 'startDate')::date < l.booked_to and (p.row ->> 'dueDate')::date > l.booked_to
    and not exists (
      select from ledger_leg known
      where known.user_id = l.user_id and known.posting_key = 'interestDue:' || l.loan_id || ':' || (p.row ->> 'period')
    )
) running
cross join (values (0, 'interestReceivable', 1), (1, 'interestIncome', -1)) leg (no, account, sign)
where earned > 0;

-- Set once on the day after a limit's last day; a new grant begins anew.
alter table credit_limit add column expired_on date;
create index credit_limit_valid on credit_limit (valid_until) where expired_on is null;
