-- Coupons: the terms stay with each from its issue on, so that a later edition of a definition changes none that exists.
create table coupon (
  user_id bigint not null references borrower (user_id),
  coupon_id bigint not null,
  definition text not null,
  edition smallint not null,
  terms jsonb not null,
  status text not null default 'usable' check (status in ('usable', 'reserved', 'used', 'expired', 'revoked')),
  issued_at timestamptz not null,
  -- Who issued it and why: an activity by its name, or an operator by theirs.
  issued_by text not null,
  reason text not null,
  -- Names the occasion: a second coupon for it is not issued.
  once_key text not null,
  expires_at timestamptz not null,
  -- What holds or used it: a signed quote until a moment, the loan made of it, a debit of a loan.
  quote_id bigint,
  held_until timestamptz,
  loan_id bigint,
  repayment_id bigint,
  -- What it takes off the payment that holds it, and from which part of the plan.
  applied jsonb,
  discount_fen bigint check (discount_fen >= 0),
  used_at timestamptz,
  revoked_at timestamptz,
  revoked_by text,
  revoked_reason text,
  primary key (user_id, coupon_id),
  unique (user_id, once_key),
  check (status <> 'reserved' or quote_id is not null or loan_id is not null),
  check ((status = 'used') = (used_at is not null)),
  check ((revoked_at is null) = (revoked_by is null) and (status = 'revoked') = (revoked_at is not null))
);
create index coupon_repayment on coupon (user_id, repayment_id) where repayment_id is not null;
create index coupon_loan on coupon (user_id, loan_id) where loan_id is not null;
create index coupon_ends on coupon (expires_at) where status = 'usable';
create index coupon_held on coupon (held_until) where status = 'reserved';

-- The coupon that a quote was made with, as it stood then.
alter table loan_quote add column coupon jsonb;

-- A payment that a coupon covers whole is ordered of no debit.
alter table repayment drop constraint repayment_asked_fen_check;
alter table repayment add constraint repayment_asked_fen_check check (asked_fen >= 0);

alter table loan_event drop constraint loan_event_kind_check;
alter table loan_event add constraint loan_event_kind_check check (kind in ('waiver', 'coupon', 'writeOff', 'reverse'));

alter table ledger_leg drop constraint ledger_leg_account_check;
alter table ledger_leg add constraint ledger_leg_account_check check (account in (
  'principalReceivable', 'interestReceivable', 'feeReceivable', 'penaltyReceivable', 'returnedReceivable', 'excessPayoutReceivable',
  'channelClearing', 'lenderFunding', 'surplusHeld', 'redPacketHeld', 'benefitHeld', 'supplierPayable', 'interestIncome', 'feeIncome',
  'penaltyIncome', 'waived', 'writtenOff', 'couponsOfLender', 'couponsOfPlatform'
));
alter table ledger_leg drop constraint ledger_leg_kind_check;
alter table ledger_leg add constraint ledger_leg_kind_check check (kind in (
  'paidOut', 'excessPaidOut', 'excessReturned', 'excessLost', 'interestAccrued', 'feeCharged', 'penaltyAccrued', 'repaid',
  'surplusHeld', 'waived', 'writtenOff', 'restated', 'returned', 'returnedRepaid', 'redPacketPaid', 'redPacketReturned', 'benefitPaid',
  'benefitPaidReturned', 'benefitRefunded', 'benefitRefundReturned', 'benefitEarned', 'lenderCoupon', 'platformCoupon'
)) not valid;
