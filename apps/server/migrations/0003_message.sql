create table message (
  user_id bigint not null,
  message_id bigint not null,
  kind text not null,
  tab text not null check (tab in ('notice', 'system', 'activity')),
  params jsonb not null,
  loan_id bigint,
  -- Makes telling the same thing again harmless.
  once_key text not null,
  -- Business time, as a borrower reads it.
  sent_at timestamptz not null,
  read_at timestamptz,
  sms_sent_at timestamptz,
  primary key (user_id, message_id),
  unique (user_id, once_key)
);
create index message_unread on message (user_id) where read_at is null;
