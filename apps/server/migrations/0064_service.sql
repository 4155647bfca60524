-- Feedback and complaints of borrowers. The texts are sealed: people write names, cards and diseases into them.
create table ticket (
  user_id bigint not null,
  ticket_id bigint not null,
  number text not null,
  kind text not null check (kind in ('feedback', 'complaint')),
  category text not null check (category in ('price', 'repayment', 'payout', 'limit', 'collection', 'privacy', 'benefits', 'app', 'other')),
  loan_id bigint,
  state text not null check (state in ('received', 'inProgress', 'extended', 'answered', 'closed')),
  text_sealed bytea not null,
  -- Made by the form: the same submission twice is one ticket.
  once_key text not null,
  received_at timestamptz not null,
  received_on date not null,
  due_on date not null,
  is_complex boolean not null,
  handler text,
  answer_sealed bytea,
  outcome text check (outcome in ('upheld', 'partlyUpheld', 'notUpheld', 'noted')),
  cause text check (cause in ('systemFault', 'wrongFigure', 'unclearWords', 'staffConduct', 'partner', 'rule', 'other')),
  answered_at timestamptz,
  closed_at timestamptz,
  primary key (user_id, ticket_id),
  unique (user_id, once_key)
);
create index ticket_waiting on ticket (due_on) where state in ('received', 'inProgress', 'extended');

-- Whose ticket a number is.
create table ticket_number (
  number text primary key,
  user_id bigint not null,
  ticket_id bigint not null
);

-- Who did what with a ticket; rows are added and never changed.
create table ticket_event (
  user_id bigint not null,
  ticket_id bigint not null,
  event_id bigint not null,
  kind text not null check (kind in ('submit', 'take', 'extend', 'answer', 'close')),
  made_by text not null,
  made_at timestamptz not null,
  data jsonb not null,
  primary key (user_id, ticket_id, event_id),
  foreign key (user_id, ticket_id) references ticket (user_id, ticket_id)
);

-- Notices and banners for all visitors, guests or borrowers, from one moment to another.
create table announcement (
  announcement_id bigint primary key,
  kind text not null check (kind in ('notice', 'banner')),
  audience text not null check (audience in ('all', 'guest', 'user')),
  from_at timestamptz not null,
  until_at timestamptz not null,
  title jsonb not null,
  body jsonb not null,
  target text,
  made_by text not null,
  made_at timestamptz not null,
  ended_by text,
  check (until_at > from_at)
);

-- Whether a borrower wants promotions. No row: as nobody was asked, they come, and the switch says so.
create table message_choice (
  user_id bigint primary key,
  promotions boolean not null,
  changed_at timestamptz not null
);
