-- How far business time runs ahead of machine time. Moved in development only; a server without development tools refuses a row that is not zero.
create table business_clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null check (offset_ms >= 0)
);
insert into business_clock (offset_ms) values (0);

-- The answer to a request that moved money, written in the transaction that moved it.
create table idempotency (
  user_id bigint not null,
  key text not null,
  operation text not null,
  request_hash text not null,
  data jsonb,
  created_at timestamptz not null,
  primary key (user_id, key)
);

-- A vendor's signature is good once, on every node.
create table vendor_nonce (
  nonce text primary key,
  until timestamptz not null
);
create index vendor_nonce_age on vendor_nonce (until);
