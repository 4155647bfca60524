-- Who may look at the answers. `password` names its scheme and holds salt and hash: scrypt$cost$salt$hash.
create table operator (
  name text primary key,
  password text not null,
  made_at timestamptz not null
);

-- Open sessions of operators, found by the hash of their token: who reads this table can enter with nothing of it.
create table operator_session (
  token_hash text primary key,
  operator_name text not null,
  opened_at timestamptz not null,
  seen_at timestamptz not null
);
create index operator_session_of on operator_session (operator_name);

-- Tries to log in since `since_at`, by name and by address. A try counts before its password is looked at.
create table operator_try (
  who text primary key,
  tries integer not null,
  since_at timestamptz not null
);
