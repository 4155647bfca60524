-- Counts are added by one at a time now, so writers need no rows of their own (shard) so as not to wait for each other: one row a key, which a question
-- reads as it is, and none for a key that every visit or browser has left.

with gone as (delete from event_count where shard <> 0 returning *)
insert into event_count (day, event, page, channel, brand, host, shard, count)
select day, event, page, channel, brand, host, 0, sum(count)
from gone group by day, event, page, channel, brand, host
on conflict (day, event, page, channel, brand, host, shard) do update set count = event_count.count + excluded.count;
alter table event_count drop column shard, add primary key (day, event, page, channel, brand, host);

with gone as (delete from error_count where shard <> 0 returning *)
insert into error_count (day, event, name, page, channel, brand, host, shard, count)
select day, event, name, page, channel, brand, host, 0, sum(count)
from gone group by day, event, name, page, channel, brand, host
on conflict (day, event, name, page, channel, brand, host, shard) do update set count = error_count.count + excluded.count;
alter table error_count drop column shard, add primary key (day, event, name, page, channel, brand, host);

with gone as (delete from funnel_count where shard <> 0 returning *)
insert into funnel_count (day, channel, brand, host, step, shard, people)
select day, channel, brand, host, step, 0, sum(people)
from gone group by day, channel, brand, host, step
on conflict (day, channel, brand, host, step, shard) do update set people = funnel_count.people + excluded.people;
delete from funnel_count where people = 0;
alter table funnel_count drop column shard, add primary key (day, channel, brand, host, step);

with gone as (delete from exit_count where shard <> 0 returning *)
insert into exit_count (day, page, channel, brand, host, shard, visits)
select day, page, channel, brand, host, 0, sum(visits)
from gone group by day, page, channel, brand, host
on conflict (day, page, channel, brand, host, shard) do update set visits = exit_count.visits + excluded.visits;
delete from exit_count where visits = 0;
alter table exit_count drop column shard, add primary key (day, page, channel, brand, host);

with gone as (delete from step_time where shard <> 0 returning *)
insert into step_time (day, page, channel, brand, host, shard, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15, b16, b17, b18)
select day, page, channel, brand, host, 0, sum(b0), sum(b1), sum(b2), sum(b3), sum(b4), sum(b5), sum(b6), sum(b7), sum(b8), sum(b9),
  sum(b10), sum(b11), sum(b12), sum(b13), sum(b14), sum(b15), sum(b16), sum(b17), sum(b18)
from gone group by day, page, channel, brand, host
on conflict (day, page, channel, brand, host, shard) do update set
  b0 = step_time.b0 + excluded.b0, b1 = step_time.b1 + excluded.b1, b2 = step_time.b2 + excluded.b2, b3 = step_time.b3 + excluded.b3,
  b4 = step_time.b4 + excluded.b4, b5 = step_time.b5 + excluded.b5, b6 = step_time.b6 + excluded.b6, b7 = step_time.b7 + excluded.b7,
  b8 = step_time.b8 + excluded.b8, b9 = step_time.b9 + excluded.b9, b10 = step_time.b10 + excluded.b10, b11 = step_time.b11 + excluded.b11,
  b12 = step_time.b12 + excluded.b12, b13 = step_time.b13 + excluded.b13, b14 = step_time.b14 + excluded.b14,
  b15 = step_time.b15 + excluded.b15, b16 = step_time.b16 + excluded.b16, b17 = step_time.b17 + excluded.b17,
  b18 = step_time.b18 + excluded.b18;
alter table step_time drop column shard, add primary key (day, page, channel, brand, host);

with gone as (delete from minute_count where shard <> 0 returning *)
insert into minute_count (minute, shard, count)
select minute, 0, sum(count) from gone group by minute
on conflict (minute, shard) do update set count = minute_count.count + excluded.count;
alter table minute_count drop column shard, add primary key (minute);

with gone as (delete from refusal_count where shard <> 0 returning *)
insert into refusal_count (day, kind, field, shard, count)
select day, kind, field, 0, sum(count)
from gone group by day, kind, field
on conflict (day, kind, field, shard) do update set count = refusal_count.count + excluded.count;
alter table refusal_count drop column shard, add primary key (day, kind, field);
