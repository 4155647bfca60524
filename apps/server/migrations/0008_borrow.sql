-- What was offered: plan, price, costs and texts exactly as shown. Only the newest quote of a borrower can be signed and used.
create table loan_quote (
  user_id bigint not null,
  quote_id bigint not null,
  lender_id bigint not null,
  amount_fen bigint not null check (amount_fen > 0),
  periods smallint not null,
  method text not null,
  loan_use text not null,
  pay_out_date date not null,
  annual_rate_ppm integer not null,
  simple_ppm integer not null,
  compound_ppm integer not null,
  plan jsonb not null,
  cost_sheet jsonb not null,
  texts jsonb not null,
  quoted_at timestamptz not null,
  expires_at timestamptz not null,
  -- Machine time: how long the cost sheet has been open does not depend on the business date.
  cost_sheet_shown_at timestamptz not null,
  signed_at timestamptz,
  used_loan_id bigint,
  primary key (user_id, quote_id)
);

create table loan (
  user_id bigint not null,
  loan_id bigint not null,
  quote_id bigint not null,
  contract_no text not null,
  lender_id bigint not null,
  card_id bigint not null,
  status smallint not null constraint loan_status check (status in (1, 2, 3, 4, 5, 6)),
  amount_fen bigint not null check (amount_fen > 0),
  periods smallint not null,
  method text not null,
  loan_use text not null,
  annual_rate_ppm integer not null,
  simple_ppm integer not null,
  compound_ppm integer not null,
  day_count text not null,
  tail text not null,
  -- The lender's settings as printed in the contract: order of allocation, penalty, fee for settling early.
  rules jsonb not null,
  -- The plan quoted until the pay-out, from then on the one that counts from the real pay-out date.
  plan jsonb not null,
  borrowed_at timestamptz not null,
  paid_out_at timestamptz,
  pay_out_date date,
  settled_on date,
  -- Last business day that was opened for this loan; its books are complete up to then.
  booked_to date,
  fail_reason text,
  primary key (user_id, loan_id),
  unique (user_id, quote_id),
  foreign key (user_id, quote_id) references loan_quote (user_id, quote_id)
);
create index loan_open on loan (booked_to) where status in (2, 4, 6);

-- Contract numbers are unique over all borrowers, so they are kept by value.
create table contract_number (
  contract_no text primary key,
  user_id bigint not null,
  loan_id bigint not null
);

-- One attempt of a lender to pay a loan out.
create table payout (
  user_id bigint not null,
  payout_id bigint not null,
  loan_id bigint not null,
  attempt smallint not null,
  order_key text not null,
  status text not null constraint payout_status check (status in ('requested', 'accepted', 'unknown', 'refused', 'paid')),
  amount_fen bigint not null check (amount_fen > 0),
  reason text,
  requested_at timestamptz not null,
  accepted_at timestamptz,
  known_at timestamptz,
  tries integer not null default 0,
  next_try_at timestamptz not null,
  primary key (user_id, payout_id),
  unique (user_id, loan_id, attempt),
  foreign key (user_id, loan_id) references loan (user_id, loan_id)
);
create index payout_open on payout (next_try_at) where status in ('requested', 'accepted', 'unknown');
-- At most one attempt of a loan is under way.
create unique index payout_running on payout (user_id, loan_id) where status in ('requested', 'accepted', 'unknown');

-- Keys under which outside parties know our orders, to find whose they are when a notice comes.
create table vendor_order (
  order_key text primary key,
  user_id bigint not null,
  kind text not null check (kind in ('payout', 'repayment')),
  order_id bigint not null
);

-- Every notice once, as received, also those that changed nothing.
create table vendor_notice (
  user_id bigint not null,
  order_key text not null,
  notice_id text not null,
  body jsonb not null,
  received_at timestamptz not null,
  primary key (user_id, order_key, notice_id)
);
