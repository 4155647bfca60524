-- Every movement of money, as legs that sum to zero within a posting. Debits are positive, credits negative.
-- All legs of a posting arrive in one INSERT; the key makes a repeated posting harmless.
create table ledger_leg (
  user_id bigint not null,
  posting_key text not null,
  leg smallint not null,
  kind text not null,
  loan_id bigint not null,
  account text not null check (account in (
    'principalReceivable', 'interestReceivable', 'feeReceivable', 'penaltyReceivable',
    'lenderFunding', 'channelClearing', 'surplusHeld',
    'interestIncome', 'feeIncome', 'penaltyIncome', 'waived'
  )),
  amount_fen bigint not null check (amount_fen <> 0),
  booked_on date not null,
  posted_at timestamptz not null default now(),
  primary key (user_id, posting_key, leg)
);
create index ledger_leg_loan on ledger_leg (user_id, loan_id, account);
