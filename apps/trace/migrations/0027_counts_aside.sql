-- Counts that waited and that no table of counts can hold, with PostgreSQL's code for why. Only somebody else's message in the broker makes such; an operator looks
-- at them here for thirty days. Put back into counts_to_add when the fault was a table's.
create table counts_aside (
  id uuid primary key,
  set_aside_at timestamptz not null default now(),
  reason text not null,
  counts jsonb not null
);
