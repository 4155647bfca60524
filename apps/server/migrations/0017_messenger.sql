-- Codes of the messenger's authorisations: each is exchanged once, over all nodes. Its twin of the same device finds the answer here
-- for a moment. Marks are keyed hashes; an answer that was refused keeps why.
create table messenger_exchange (
  code_mark bytea primary key,
  device_mark bytea not null,
  address_mark bytea not null,
  state text not null check (state in ('running', 'granted', 'refused')),
  refusal text,
  person_sealed bytea,
  started_at timestamptz not null
);
create index messenger_exchange_address on messenger_exchange (address_mark, started_at);
create index messenger_exchange_age on messenger_exchange (started_at);

-- What the messenger lends an app for some two hours: the access token, and the ticket that addresses are signed with. One node at a
-- time fetches another, while the lease runs; no value yet: it is being fetched for the first time.
create table messenger_token (
  app_id text not null,
  kind text not null check (kind in ('access', 'script')),
  value_sealed bytea,
  good_until timestamptz not null,
  lease_until timestamptz not null,
  primary key (app_id, kind)
);

-- Who a borrower is for an app of ours at the messenger.
create table messenger_identity (
  user_id bigint not null,
  app_id text not null,
  open_id_sealed bytea not null,
  union_id_sealed bytea,
  linked_at timestamptz not null,
  primary key (user_id, app_id)
);
