-- Codes of the messenger's authorisation page: good for five minutes and one exchange.
create table messenger_code (
  code text primary key,
  app_id text not null,
  person text not null,
  -- Who the person is for the app; finds the person again when the app asks about them.
  open_id text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index messenger_code_open_id on messenger_code (open_id);

-- Which apps a person of the messenger has allowed; asked for once, as the messenger itself does.
create table messenger_consent (
  person text not null,
  app_id text not null,
  allowed_at timestamptz not null,
  primary key (person, app_id)
);

-- Access tokens and script tickets in force.
create table messenger_token (
  token text primary key,
  app_id text not null,
  kind text not null check (kind in ('access', 'script')),
  expires_at timestamptz not null
);
