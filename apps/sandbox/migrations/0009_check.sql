-- Challenges that tell people from programs: good for two minutes and one try.
create table check_challenge (
  challenge_id text primary key,
  -- Where the piece belongs, in picture points from the left.
  gap_x integer not null,
  -- The answer to the question.
  sum integer not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  tried_at timestamptz
);
create index check_challenge_age on check_challenge (issued_at);
