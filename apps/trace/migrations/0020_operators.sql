-- Operators besides the first. password_nr counts the passwords an account has had: what was opened with an earlier one has ended.
-- `setting` is the hash of the setting that the account `operator` last followed; the same one again leaves alone what was changed since.
alter table operator
  add column password_nr integer not null default 1,
  add column setting text,
  add column made_by text not null default '',
  add column disabled_at timestamptz;
update operator set setting = password where name = 'operator';

alter table operator_session add column password_nr integer not null default 1;

-- Browsers in which an operator has logged in before, by the hash of the token they keep: what strangers try does not hold them up.
create table operator_device (
  token_hash text not null,
  operator_name text not null,
  password_nr integer not null,
  used_at timestamptz not null,
  primary key (token_hash, operator_name)
);

-- Which operator did what, and to whom; for the forgetting of a user the name of nobody.
create table operator_act (
  id text primary key,
  done_at timestamptz not null,
  operator_name text not null,
  act text not null,
  subject text not null
);
create index operator_act_done on operator_act (done_at);
