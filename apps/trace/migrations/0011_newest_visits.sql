-- The newest visits first, over days too: the index is read backwards, and nothing is sorted.
drop index visit_day;
create index visit_day on visit (day, first_at);
