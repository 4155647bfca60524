-- Which process uses a node number. Ids are made from the number, so two processes must never use one at the same time.
create table node_lease (
  node_id smallint primary key check (node_id between 0 and 15),
  -- A random word of the process.
  holder text not null,
  host text not null,
  pid integer not null,
  -- By the clock of the database, which all nodes share.
  renewed_at timestamptz not null
);
