-- Beside a row for each step one for each pair of steps that follow each other, 'login>identity': browsers that reached both. From them comes
-- the share of those who reached the step before, which the steps alone do not tell: a later one is reached without the earlier on another browser.
insert into funnel_count (day, channel, brand, host, step, shard, people)
select day, channel, brand, host, step, 0, count(*)
from person join (values ('landing>login', 3), ('login>identity', 6), ('identity>profile', 12), ('profile>limit', 24), ('limit>borrow', 48), ('borrow>signed', 96), ('signed>paidOut', 192)) as pair (step, mask) on steps & mask = mask
group by day, channel, brand, host, step;

-- How long a form took, by brand and host too; the buckets stand beside each other, so that there are not more rows than before. Times of before
-- did not say brand and host.
alter table step_time rename to step_time_before;
alter index step_time_pkey rename to step_time_before_pkey;
create table step_time (
  day date not null,
  page text not null,
  channel text not null,
  brand text not null,
  host text not null,
  shard smallint not null,
  b0 bigint not null default 0,
  b1 bigint not null default 0,
  b2 bigint not null default 0,
  b3 bigint not null default 0,
  b4 bigint not null default 0,
  b5 bigint not null default 0,
  b6 bigint not null default 0,
  b7 bigint not null default 0,
  b8 bigint not null default 0,
  b9 bigint not null default 0,
  b10 bigint not null default 0,
  b11 bigint not null default 0,
  b12 bigint not null default 0,
  b13 bigint not null default 0,
  b14 bigint not null default 0,
  b15 bigint not null default 0,
  b16 bigint not null default 0,
  b17 bigint not null default 0,
  b18 bigint not null default 0,
  primary key (day, page, channel, brand, host, shard)
) with (fillfactor = 70);

insert into step_time (day, page, channel, brand, host, shard, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15, b16, b17, b18)
select day, page, channel, '', '', shard,
  coalesce(sum(count) filter (where bucket = 0), 0),
  coalesce(sum(count) filter (where bucket = 1), 0),
  coalesce(sum(count) filter (where bucket = 2), 0),
  coalesce(sum(count) filter (where bucket = 3), 0),
  coalesce(sum(count) filter (where bucket = 4), 0),
  coalesce(sum(count) filter (where bucket = 5), 0),
  coalesce(sum(count) filter (where bucket = 6), 0),
  coalesce(sum(count) filter (where bucket = 7), 0),
  coalesce(sum(count) filter (where bucket = 8), 0),
  coalesce(sum(count) filter (where bucket = 9), 0),
  coalesce(sum(count) filter (where bucket = 10), 0),
  coalesce(sum(count) filter (where bucket = 11), 0),
  coalesce(sum(count) filter (where bucket = 12), 0),
  coalesce(sum(count) filter (where bucket = 13), 0),
  coalesce(sum(count) filter (where bucket = 14), 0),
  coalesce(sum(count) filter (where bucket = 15), 0),
  coalesce(sum(count) filter (where bucket = 16), 0),
  coalesce(sum(count) filter (where bucket = 17), 0),
  coalesce(sum(count) filter (where bucket = 18), 0)
from step_time_before group by day, page, channel, shard;
drop table step_time_before;
