-- What was forgotten lately, so that what a browser sends again does not bring it back. Nobody is named: marks are hashes of the users, numbers
-- and visits that went, together with the browser; null where all of it went.
create table forgotten (
  generate_id text collate "C" not null,
  -- What happened later was sent by somebody who knows.
  forgotten_at timestamptz not null,
  marks text[],
  primary key (generate_id, forgotten_at)
);
create index forgotten_at on forgotten (forgotten_at);
