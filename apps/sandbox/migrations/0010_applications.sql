-- Applications at partner lenders. How one will be decided is fixed when it comes, and told when settle_at has passed; null where it is never decided.
create table loan_application (
  port text not null check (port ~ '^lender_[1-9][0-9]*$'),
  key text not null,
  amount_fen bigint not null check (amount_fen >= 0),
  state text not null check (state in ('reviewing', 'approved', 'refused', 'incomplete', 'cancelled')),
  ends_as text not null check (ends_as in ('approved', 'refused', 'incomplete', 'cancelled')),
  approved_fen bigint not null check (approved_fen >= 0),
  reason text,
  missing text[] not null default '{}',
  notice_url text not null,
  notice_times integer not null check (notice_times between 0 and 2),
  -- The second of two notices names another amount.
  has_other_amount boolean not null default false,
  notice_after_ms integer not null,
  settle_at timestamptz,
  valid_until timestamptz,
  primary key (port, key)
);
create index loan_application_due on loan_application (settle_at) where state = 'reviewing';

-- What a partner's page fetched with the reference it was opened with, so that a reload shows it again.
create table partner_visit (
  reference text primary key,
  port text not null,
  key text not null,
  amount_fen bigint not null,
  periods integer not null,
  data jsonb not null,
  notice_url text not null,
  return_url text not null,
  opened_at timestamptz not null
);
