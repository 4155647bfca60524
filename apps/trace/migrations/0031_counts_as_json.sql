-- As they came: read as a whole and once, by the process that adds them. Making jsonb of them, and texts of that, cost more than all else about them. What is no JSON is
-- refused with its events as before; what jsonb refuses beside that is set aside as it came.
alter table counts_to_add alter column counts type json;
alter table counts_to_add alter column counts set storage external;
alter table counts_aside alter column counts type json;
