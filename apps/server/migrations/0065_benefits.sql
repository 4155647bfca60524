-- Orders of benefits: bought openly, activated at the supplier, used up, refunded or over. Statuses are the numbers of the specification.
create table benefit_order (
  user_id bigint not null,
  order_id bigint not null,
  status smallint not null constraint equity_status check (status in (1, 2, 3, 4, 5, 6)),
  package_id bigint not null,
  -- The published edition it was bought on, as it was.
  package jsonb not null,
  price_fen bigint not null check (price_fen > 0),
  -- What the payment channel has taken and not given back.
  paid_fen bigint not null default 0 check (paid_fen >= 0 and paid_fen <= price_fen),
  card_id bigint not null,
  card_tail text not null,
  -- The loan it was bought with.
  loan_id bigint,
  bought_at timestamptz not null,
  activated_at timestamptz,
  last_day date,
  -- The first moment after the term.
  expires_at timestamptz,
  fail_reason text,
  refund_fen bigint check (refund_fen > 0 and refund_fen <= price_fen),
  refund_card_id bigint,
  refund_asked_at timestamptz,
  primary key (user_id, order_id),
  foreign key (user_id, loan_id) references loan (user_id, loan_id),
  check ((activated_at is null) = (expires_at is null) and (activated_at is null) = (last_day is null)),
  check ((refund_fen is null) = (refund_asked_at is null) and (refund_fen is null) = (refund_card_id is null))
);
-- A package is bought again once the one before is over.
create unique index benefit_order_open on benefit_order (user_id, package_id) where status in (1, 3, 5);
create index benefit_order_term on benefit_order (expires_at) where status = 3;

-- What the supplier is asked to do for an order: activate it, use one of its rights, cancel it.
create table supplier_order (
  user_id bigint not null,
  supplier_order_id bigint not null,
  order_id bigint not null,
  act text not null check (act in ('activate', 'use', 'cancel')),
  right_code text,
  status text not null constraint supplier_order_status check (status in ('requested', 'processing', 'succeeded', 'failed', 'unknown')),
  order_key text not null,
  -- What a use brought, sealed.
  voucher_sealed bytea,
  reason text,
  requested_at timestamptz not null,
  known_at timestamptz,
  tries integer not null default 0,
  sends integer not null default 0,
  next_try_at timestamptz not null,
  primary key (user_id, supplier_order_id),
  foreign key (user_id, order_id) references benefit_order (user_id, order_id),
  check ((act = 'use') = (right_code is not null))
);
create index supplier_order_open on supplier_order (next_try_at) where status in ('requested', 'processing', 'unknown');
create index supplier_order_of on supplier_order (user_id, order_id, supplier_order_id);
-- A package is activated once, whatever is tried.
create unique index supplier_order_activation on supplier_order (user_id, order_id) where act = 'activate';

alter table vendor_order drop constraint vendor_order_kind_check;
alter table vendor_order add constraint vendor_order_kind_check check (kind in ('payout', 'repayment', 'transfer', 'partnerApplication', 'benefit'));

alter table sms_wait drop constraint sms_wait_purpose_check;
alter table sms_wait add constraint sms_wait_purpose_check check (purpose in ('login', 'withdraw', 'repay', 'bindCard', 'benefit', 'oldPhone', 'newPhone', 'payPassword'));
alter table sms_code drop constraint sms_code_purpose_check;
alter table sms_code add constraint sms_code_purpose_check check (purpose in ('login', 'withdraw', 'repay', 'bindCard', 'benefit', 'oldPhone', 'newPhone', 'payPassword'));
alter table sms_send_count drop constraint sms_send_count_subject_kind_check;
alter table sms_send_count add constraint sms_send_count_subject_kind_check
  check (subject_kind in ('login', 'loginKnown', 'loginNetwork', 'withdraw', 'repay', 'bindCard', 'benefit', 'oldPhone', 'newPhone', 'payPassword', 'address', 'check'));
