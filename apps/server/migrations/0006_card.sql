-- Debit cards bound for pay-outs and debits. The number is sealed; the index finds it, the last four digits may be shown.
create table bank_card (
  user_id bigint not null,
  card_id bigint not null,
  bank_code text not null,
  tail text not null check (tail ~ '^[0-9]{4}$'),
  number_sealed bytea not null,
  number_index bytea not null,
  -- What debits and pay-outs name instead of the number.
  channel_agreement_no text not null,
  is_default boolean not null,
  bound_at timestamptz not null,
  primary key (user_id, card_id),
  unique (user_id, number_index)
);
create unique index bank_card_default on bank_card (user_id) where is_default;

-- A binding under way: the bank has sent its code to the phone reserved with it. Times are machine time.
create table card_binding (
  user_id bigint not null,
  binding_id bigint not null,
  bank_code text not null,
  tail text not null check (tail ~ '^[0-9]{4}$'),
  number_sealed bytea not null,
  number_index bytea not null,
  ticket text not null,
  wrong_tries smallint not null default 0,
  expires_at timestamptz not null,
  -- The card it became, once proved.
  card_id bigint,
  primary key (user_id, binding_id),
  foreign key (user_id, card_id) references bank_card (user_id, card_id)
);
create index card_binding_age on card_binding (expires_at);

-- When the bank may be asked again for a code to this phone.
create table card_code_wait (
  user_id bigint not null,
  phone_index bytea not null,
  wait_until timestamptz not null,
  primary key (user_id, phone_index)
);
create index card_code_wait_age on card_code_wait (wait_until);

-- Codes asked for on a civil day.
create table card_code_count (
  user_id bigint not null,
  day date not null,
  sends integer not null,
  primary key (user_id, day)
);
create index card_code_count_age on card_code_count (day);
