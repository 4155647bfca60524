-- A notice of a debit that names another sum than was ordered, or than is booked. It is booked only after the channel, asked by the key of
-- the order, has answered; both figures stay here.
create table debit_report (
  user_id bigint not null,
  repayment_id bigint not null,
  result text not null check (result in ('succeeded', 'partly', 'returned')),
  reported_fen bigint not null check (reported_fen >= 0),
  reported_at timestamptz not null,
  -- What the channel answered when it was asked; null until it knows an outcome.
  answer text,
  answered_fen bigint check (answered_fen >= 0),
  answered_at timestamptz,
  asks integer not null default 0,
  -- Null once the channel has answered, or when it is asked no more.
  next_ask_at timestamptz,
  resolved_at timestamptz,
  resolved_by text,
  resolved_why text,
  primary key (user_id, repayment_id, result, reported_fen),
  foreign key (user_id, repayment_id) references repayment (user_id, repayment_id),
  check ((answer is null) = (answered_at is null) and (answer is null) = (answered_fen is null)),
  check ((resolved_at is null) = (resolved_by is null) and (resolved_at is null) = (resolved_why is null))
);
create index debit_report_to_ask on debit_report (next_ask_at) where next_ask_at is not null;
create index debit_report_open on debit_report (user_id, repayment_id) where resolved_at is null;
