create table borrower (
  user_id bigint primary key,
  mobile_sealed bytea not null,
  channel_code text not null,
  registered_at timestamptz not null
);

-- One borrower a phone, found by the blind index of the number.
create table borrower_phone (
  phone_index bytea primary key,
  user_id bigint not null unique
);

create table blocked_phone (
  phone_index bytea primary key,
  reason text not null,
  blocked_at timestamptz not null
);

-- A token is shown once, to its owner; only its hash is kept. Times are machine time.
create table login_session (
  token_hash bytea primary key,
  user_id bigint not null,
  session_id text not null unique,
  address text not null,
  device text not null,
  started_at timestamptz not null,
  expires_at timestamptz not null
);
create index login_session_user on login_session (user_id);
create index login_session_age on login_session (expires_at);

-- The one code in force for a phone and a purpose; sending another replaces it.
create table sms_code (
  phone_index bytea not null,
  purpose text not null check (purpose in ('login', 'withdraw', 'repay')),
  code_hash bytea not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  wrong_tries smallint not null default 0,
  used_at timestamptz,
  -- Cleared when the carrier refused it, so that the next try need not wait.
  wait_until timestamptz not null,
  primary key (phone_index, purpose)
);

-- Codes sent on a civil day, by phone and by address.
create table sms_send_count (
  subject_kind text not null check (subject_kind in ('phone', 'address')),
  subject bytea not null,
  day date not null,
  sends integer not null,
  primary key (subject_kind, subject, day)
);
create index sms_send_count_age on sms_send_count (day);
