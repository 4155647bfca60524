-- What the stand-ins remember. One key, one outcome: a call repeated with its key gets the first answer again.

create table call (
  port text not null,
  method text not null,
  key text not null,
  call_id bigint not null unique,
  request_hash text not null,
  request jsonb not null,
  answer jsonb not null,
  failure text,
  times integer not null default 1,
  called_at timestamptz not null,
  primary key (port, method, key)
);

create table sms (
  sms_id bigint primary key,
  mobile text not null,
  template text not null,
  text text not null,
  code text,
  sent_at timestamptz not null
);
create index sms_of_mobile on sms (mobile, sms_id desc);

-- Failures ordered for the next calls of a port, oldest order first.
create table failure_order (
  order_id bigint primary key,
  port text not null,
  failure text not null,
  calls_left integer not null check (calls_left >= 0),
  ordered_at timestamptz not null
);

create table binding (
  ticket text primary key,
  card_tail text not null,
  mobile text not null,
  code text not null,
  tries_left integer not null check (tries_left >= 0),
  expires_at timestamptz not null,
  agreement_no text unique
);

-- Debits and pay-outs on their way. The end is decided when the order comes and told when settle_at has passed.
create table money_order (
  port text not null check (port in ('payment', 'lender')),
  key text not null,
  amount_fen bigint not null check (amount_fen >= 0),
  state text not null,
  ends_as text not null,
  taken_fen bigint not null check (taken_fen >= 0 and taken_fen <= amount_fen),
  reason text,
  notice_url text not null,
  notice_times integer not null check (notice_times between 0 and 2),
  notice_after_ms integer not null,
  settle_at timestamptz not null,
  primary key (port, key)
);
create index money_order_due on money_order (settle_at) where state = 'processing';

-- Call-backs are rows before they are sent, so that one not acknowledged survives this process.
create table notice (
  notice_row_id bigint primary key,
  notice_id text not null,
  port text not null,
  key text not null,
  url text not null,
  body jsonb not null,
  state text not null check (state in ('waiting', 'acknowledged', 'givenUp')),
  tries integer not null default 0,
  next_try_at timestamptz not null,
  last_answer text,
  created_at timestamptz not null
);
create index notice_due on notice (next_try_at) where state = 'waiting';

create table nonce (
  nonce text primary key,
  until timestamptz not null
);
