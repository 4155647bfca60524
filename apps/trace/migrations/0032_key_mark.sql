-- Marks of the keys that blind indexes in here were made with: a process starts only with all of them. A mark opens nothing.
create table key_mark (
  mark text not null primary key,
  since timestamptz not null
);
