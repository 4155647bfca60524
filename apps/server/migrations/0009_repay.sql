-- A debit from request to known outcome.
create table repayment (
  user_id bigint not null,
  repayment_id bigint not null,
  loan_id bigint not null,
  mode text not null check (mode in ('due', 'all', 'auto')),
  status text not null constraint repayment_status check (status in ('requested', 'processing', 'succeeded', 'partly', 'failed', 'unknown')),
  asked_fen bigint not null check (asked_fen > 0),
  -- The last period the money was meant for; what it takes beyond is held. Null for the whole loan.
  up_to_period smallint,
  -- The business day it was asked for; money that arrives for it counts from this day.
  asked_on date not null,
  asked_at timestamptz not null,
  card_id bigint not null,
  card_tail text not null,
  order_key text not null,
  channel_no text,
  reason text,
  taken_fen bigint not null default 0 check (taken_fen >= 0),
  principal_fen bigint not null default 0 check (principal_fen >= 0),
  interest_fen bigint not null default 0 check (interest_fen >= 0),
  fee_fen bigint not null default 0 check (fee_fen >= 0),
  penalty_fen bigint not null default 0 check (penalty_fen >= 0),
  surplus_fen bigint not null default 0 check (surplus_fen >= 0),
  -- Set when money was booked: the day it counts from, and its place among the loan's payments.
  booked_on date,
  booked_no smallint,
  known_at timestamptz,
  tries integer not null default 0,
  next_try_at timestamptz not null,
  primary key (user_id, repayment_id),
  foreign key (user_id, loan_id) references loan (user_id, loan_id),
  check (taken_fen = principal_fen + interest_fen + fee_fen + penalty_fen + surplus_fen)
);
create index repayment_open on repayment (next_try_at) where status in ('requested', 'processing', 'unknown');
create unique index repayment_order on repayment (user_id, loan_id, booked_no) where booked_no is not null;
-- Two debits at once could take more than is owed.
create unique index repayment_running on repayment (user_id, loan_id) where status in ('requested', 'processing', 'unknown');

-- Penalty of one period for one day, so that a day that is opened twice adds nothing.
create table penalty_day (
  user_id bigint not null,
  loan_id bigint not null,
  period smallint not null,
  day date not null,
  amount_fen bigint not null check (amount_fen >= 0),
  primary key (user_id, loan_id, period, day),
  foreign key (user_id, loan_id) references loan (user_id, loan_id)
);
