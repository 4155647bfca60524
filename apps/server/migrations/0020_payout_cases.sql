-- Each attempt keeps the card and the signed terms it was ordered with, so that money of an earlier attempt counts by its own terms.
alter table payout
  add column card_id bigint,
  add column quote_id bigint,
  -- What the lender says it paid.
  add column paid_fen bigint check (paid_fen > 0);
update payout p set card_id = l.card_id, quote_id = l.quote_id, paid_fen = case when p.status = 'paid' then p.amount_fen end
  from loan l where l.user_id = p.user_id and l.loan_id = p.loan_id;
alter table payout
  alter column card_id set not null,
  alter column quote_id set not null,
  add constraint payout_paid check ((paid_fen is not null) = (status = 'paid')),
  add foreign key (user_id, quote_id) references loan_quote (user_id, quote_id);

-- A quote on which a loan whose pay-out failed is submitted again.
alter table loan_quote add column for_loan_id bigint;

-- The borrower gave up a loan whose pay-out failed.
alter table loan add column given_up_at timestamptz;

-- What a lender reports about money that no rule may decide: a second pay-out of one loan, or another amount than was ordered.
-- It stays open until an operator resolves it, or until the lender reports the amount that was ordered.
create table payout_case (
  user_id bigint not null,
  case_id bigint not null,
  loan_id bigint not null,
  payout_id bigint not null,
  kind text not null check (kind in ('excess', 'otherAmount')),
  reported_fen bigint not null check (reported_fen > 0),
  -- Money that left the lender beyond the loan; the ledger holds it until the case is resolved.
  excess_fen bigint not null default 0 check (excess_fen >= 0),
  opened_at timestamptz not null,
  outcome text check (outcome in ('returned', 'lost', 'corrected', 'kept', 'refused')),
  resolved_by text,
  reason text,
  resolved_at timestamptz,
  primary key (user_id, case_id),
  unique (user_id, payout_id, kind, reported_fen),
  foreign key (user_id, payout_id) references payout (user_id, payout_id),
  check ((outcome is null) = (resolved_at is null) and (outcome is null) = (resolved_by is null))
);
create index payout_case_loan on payout_case (user_id, loan_id);
create index payout_case_open on payout_case (case_id) where outcome is null;

alter table ledger_leg drop constraint ledger_leg_account_check;
alter table ledger_leg add constraint ledger_leg_account_check check (account in (
  'principalReceivable', 'interestReceivable', 'feeReceivable', 'penaltyReceivable', 'returnedReceivable', 'excessPayoutReceivable',
  'channelClearing', 'lenderFunding', 'surplusHeld',
  'interestIncome', 'feeIncome', 'penaltyIncome', 'waived', 'writtenOff'
));
