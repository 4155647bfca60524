-- One person, one account: whose number it is, found by its blind index.
create table identity_number (
  number_index bytea primary key,
  user_id bigint not null
);

-- The photos of the card, sealed, the latest of each side.
create table id_card_photo (
  user_id bigint not null,
  side text not null check (side in ('front', 'back')),
  photo_id bigint not null,
  kind text not null check (kind in ('jpeg', 'png', 'webp')),
  image_sealed bytea not null,
  fields_sealed bytea not null,
  taken_at timestamptz not null,
  primary key (user_id, side)
);

create table identity (
  user_id bigint not null primary key,
  name_sealed bytea not null,
  number_sealed bytea not null,
  number_index bytea not null,
  valid_from date not null,
  -- Null on a card without end.
  valid_to date,
  confirmed_at timestamptz not null,
  face_passed_at timestamptz,
  check (valid_to >= valid_from)
);

-- Tries of the face check; the picture itself is not kept.
create table face_check (
  user_id bigint not null,
  check_id bigint not null,
  -- The day by machine time, like every limit on tries.
  tried_on date not null,
  outcome text not null check (outcome in ('started', 'passed', 'refused', 'unanswered')),
  tried_at timestamptz not null,
  primary key (user_id, check_id)
);
create index face_check_day on face_check (user_id, tried_on);

-- What was typed so far and what was handed in, sealed whole: it names the borrower's contacts.
create table applicant_profile (
  user_id bigint not null primary key,
  draft_sealed bytea,
  saved_at timestamptz,
  handed_in_sealed bytea,
  -- Counts up with every hand-in; an application belongs to one of them.
  hand_in integer not null default 0,
  handed_in_at timestamptz,
  check ((handed_in_sealed is null) = (hand_in = 0))
);

create table application (
  user_id bigint not null,
  application_id bigint not null,
  hand_in integer not null,
  status text not null constraint application_status check (status in ('draft', 'reviewing', 'approved', 'refused', 'humanReview', 'refusedFinally')),
  -- The facts decided on and every decision with its explanation, oldest first.
  facts jsonb not null,
  decisions jsonb not null,
  scorecard_version text not null,
  reasons text[] not null default '{}',
  limit_fen bigint,
  annual_rate_ppm integer,
  valid_until date,
  apply_again_on date,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  -- Machine time from which the second look is due, while there is one.
  look_at timestamptz,
  primary key (user_id, application_id),
  unique (user_id, hand_in),
  check ((look_at is not null) = (status in ('reviewing', 'humanReview'))),
  check (status <> 'approved' or (limit_fen > 0 and annual_rate_ppm > 0 and valid_until is not null)),
  check (status not in ('refused', 'humanReview', 'refusedFinally') or apply_again_on is not null)
);
create index application_look on application (look_at) where look_at is not null;
-- At most one application of a borrower is under way.
create unique index application_running on application (user_id) where status in ('reviewing', 'humanReview');

create table credit_limit (
  user_id bigint not null primary key,
  application_id bigint not null,
  -- What the last decision granted. The total is above it only while open loans of a former limit use more, and sinks as they are repaid.
  granted_fen bigint not null check (granted_fen > 0),
  total_fen bigint not null,
  used_fen bigint not null default 0 check (used_fen between 0 and total_fen),
  annual_rate_ppm integer not null check (annual_rate_ppm > 0),
  valid_until date not null,
  check (total_fen = greatest(granted_fen, used_fen)),
  foreign key (user_id, application_id) references application (user_id, application_id)
);
