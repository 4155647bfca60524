-- Marks of the keys that values in here need: a process starts only with all of them. A mark opens nothing.
create table key_mark (
  key_name text not null,
  mark bytea not null,
  since timestamptz not null,
  primary key (key_name, mark)
);

-- How far `npm run keys -- renew` has come with a table, so that it goes on where it was interrupted.
create table key_progress (
  task text not null primary key,
  -- The key that the table is being brought to.
  mark bytea not null,
  last_user_id bigint not null
);
