-- Counts that came in with events and are not added to the tables of counts yet: one row a write, made in the transaction that stored its events,
-- and gone in the one that adds it. A list of values for each column by `table.column`; what is no JSON is refused with its events, and stops no counting. There
-- is nobody in them.
create table counts_to_add (
  id uuid primary key default gen_random_uuid(),
  counts jsonb not null
);
-- Read once and gone: packing them would cost more than keeping them.
alter table counts_to_add alter column counts set storage external;

-- One row: who holds it adds counts, and nobody else meanwhile.
create table counts_adder (
  is_one boolean primary key default true check (is_one)
);
insert into counts_adder default values;
