-- Write-off.
alter table ledger_leg drop constraint ledger_leg_account_check;
alter table ledger_leg add constraint ledger_leg_account_check check (account in (
  'principalReceivable', 'interestReceivable', 'feeReceivable', 'penaltyReceivable',
  'channelClearing', 'lenderFunding', 'surplusHeld',
  'interestIncome', 'feeIncome', 'penaltyIncome', 'waived', 'writtenOff'
));

-- The order of an outside party that moved the money, so that its daily statement can be compared with the ledger alone.
alter table ledger_leg add column order_key text;
update ledger_leg l set order_key = r.order_key from repayment r
  where r.user_id = l.user_id and l.posting_key in ('repaid:' || r.repayment_id, 'surplus:' || r.repayment_id);
update ledger_leg l set order_key = p.order_key from payout p
  where p.user_id = l.user_id and p.status = 'paid' and l.posting_key = 'paidOut:' || p.loan_id;
create index ledger_leg_moved on ledger_leg (booked_on, order_key) where account in ('channelClearing', 'lenderFunding');

-- What was decided about a loan beside its payments: a waiver, a write-off. Replaying it with the payments gives where the loan stands.
create table loan_event (
  user_id bigint not null,
  event_id bigint not null,
  loan_id bigint not null,
  on_day date not null,
  kind text not null check (kind in ('waiver', 'writeOff', 'reverse')),
  data jsonb not null,
  made_by text not null,
  made_at timestamptz not null,
  -- The later event that takes this one back.
  reversed_by bigint,
  primary key (user_id, event_id),
  foreign key (user_id, loan_id) references loan (user_id, loan_id)
);
create index loan_event_loan on loan_event (user_id, loan_id);
