-- The consent to the use of the location, which is never stored itself. What was agreed to is in signed_text.
create table location_consent (
  user_id bigint primary key,
  given_at timestamptz not null,
  withdrawn_at timestamptz
);
