-- The marks of the keys that the process writes with. A process of an earlier version stores none.
alter table node_lease add column key_marks bytea[] not null default '{}';
