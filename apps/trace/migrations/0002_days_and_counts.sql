-- Events by civil day (UTC+8) of the moment they happened, and counts that are kept as events come in. What is named day below is that day.
-- Partitions are made by the program, ahead and on demand, and dropped by retention.
alter table event rename to event_before;
alter index event_pkey rename to event_before_pkey;
drop index event_received_at;
drop index event_trace_id;

-- (day, generate_id, seq, digest) is the event's identity: a resend repeats all four and is dropped, while two events of one browser
-- differ in seq, and two tabs that took the same seq differ in digest. The day is first since a partition needs it, and
-- with the browser after it a visit is read through this key alone.
create table event (
  day date not null,
  generate_id text collate "C" not null,
  seq bigint not null,
  digest uuid not null,
  -- When it happened by the browser's clock, where that is plausible; else received_at.
  happened_at timestamptz not null,
  received_at timestamptz not null,
  event text not null,
  action text not null,
  content text not null,
  page text not null,
  event_id text not null,
  trace_id text not null,
  tail_id text not null,
  -- Empty before login, like every text the sender did not give.
  user_id text not null,
  -- The keyed index of the whole number; null when there was none or only its mask.
  mobile_index text,
  mobile_mask text not null,
  type text not null,
  version_code text not null,
  user_agent text not null,
  channel text not null,
  brand text not null,
  host text not null,
  -- Values that were taken out because they were somebody's: 'idNumber:content', 'mobile:extra'.
  refused text[] not null,
  extra jsonb not null,
  primary key (day, generate_id, seq, digest)
) partition by range (day);

create index event_fault on event (event, page, received_at desc) where action = 'error';

-- Identities of events that say no plausible time of their own: their day is that of their receipt, so another day would not tell a resend.
create table undated_event (
  generate_id text collate "C" not null,
  seq bigint not null,
  digest uuid not null,
  day date not null,
  primary key (generate_id, seq, digest)
);
create index undated_event_day on undated_event (day);

-- A browser, counted in the cohort of its first event. The was_ columns are what the last write replaced (null: it made the row), from
-- which the same statement moves the counts; they mean nothing afterwards.
create table person (
  generate_id text collate "C" primary key,
  first_at timestamptz not null,
  first_seq bigint not null,
  day date not null,
  channel text not null,
  brand text not null,
  host text not null,
  last_day date not null,
  -- Bit n for step n of the funnel.
  steps integer not null,
  was_day date,
  was_channel text,
  was_brand text,
  was_host text,
  was_steps integer
) with (fillfactor = 80);
create index person_last_day on person (last_day);

-- Which users were seen on which browser, so that all that is theirs is found without a scan.
create table browser_user (
  user_id text not null,
  mobile_index text not null,
  generate_id text collate "C" not null,
  last_day date not null,
  primary key (user_id, mobile_index, generate_id)
);
create index browser_user_mobile on browser_user (mobile_index);
create index browser_user_last_day on browser_user (last_day);

-- One opening of the application in one tab; channel, brand, host and last_page are those of its last event, day of its first.
create table visit (
  trace_id text collate "C" not null,
  generate_id text collate "C" not null,
  day date not null,
  first_at timestamptz not null,
  first_seq bigint not null,
  first_page text not null,
  last_at timestamptz not null,
  last_seq bigint not null,
  last_page text not null,
  channel text not null,
  brand text not null,
  host text not null,
  user_id text not null,
  mobile_index text,
  mobile_mask text not null,
  events integer not null,
  was_day date,
  was_page text,
  was_channel text,
  was_brand text,
  was_host text,
  primary key (trace_id, generate_id)
) with (fillfactor = 70);
create index visit_day on visit (day, first_at desc);
create index visit_user on visit (user_id, first_at desc) where user_id <> '';
create index visit_mobile on visit (mobile_index, first_at desc) where mobile_index is not null;

-- shard in the counts below: writers at the same time write rows of their own, and a reader adds them up.
create table event_count (
  day date not null,
  event text not null,
  page text not null,
  channel text not null,
  brand text not null,
  host text not null,
  shard smallint not null,
  count bigint not null,
  primary key (day, event, page, channel, brand, host, shard)
) with (fillfactor = 70);

create table error_count (
  day date not null,
  event text not null,
  name text not null,
  page text not null,
  channel text not null,
  brand text not null,
  host text not null,
  shard smallint not null,
  count bigint not null,
  primary key (day, event, name, page, channel, brand, host, shard)
) with (fillfactor = 70);

create table funnel_count (
  day date not null,
  channel text not null,
  brand text not null,
  host text not null,
  step text not null,
  shard smallint not null,
  people bigint not null,
  primary key (day, channel, brand, host, step, shard)
) with (fillfactor = 70);

-- Visits by the page and the day they ended on. A shard may be below zero, since a visit that goes on is taken off by another writer.
create table exit_count (
  day date not null,
  page text not null,
  channel text not null,
  brand text not null,
  host text not null,
  shard smallint not null,
  visits bigint not null,
  primary key (day, page, channel, brand, host, shard)
) with (fillfactor = 70);

-- How long a form took. bucket n: below the n-th bound, counted from 0, and not below the one before.
create table step_time (
  day date not null,
  page text not null,
  channel text not null,
  bucket smallint not null,
  shard smallint not null,
  count bigint not null,
  primary key (day, page, channel, bucket, shard)
) with (fillfactor = 70);

create table minute_count (
  minute timestamptz not null,
  shard smallint not null,
  count bigint not null,
  primary key (minute, shard)
) with (fillfactor = 70);

-- Events that were none, and values that were somebody's, by the day of receipt.
create table refusal_count (
  day date not null,
  kind text not null,
  field text not null,
  shard smallint not null,
  count bigint not null,
  primary key (day, kind, field, shard)
) with (fillfactor = 70);

-- That somebody was forgotten, not who: the subject's keyed index, by which the same wish is found again.
create table forget_record (
  forgotten_at timestamptz not null,
  subject_index text not null,
  asked_by text not null,
  events bigint not null,
  visits bigint not null,
  browsers bigint not null,
  primary key (forgotten_at, subject_index)
);

do $$
declare
  of_day date;
begin
  for of_day in select distinct (received_at at time zone interval '8 hours')::date from event_before loop
    execute format('create table %I partition of event for values from (%L) to (%L)', 'event_' || to_char(of_day, 'YYYYMMDD'), of_day, of_day + 1);
  end loop;
end
$$;

insert into event (day, generate_id, seq, digest, happened_at, received_at, event, action, content, page, event_id, trace_id, tail_id, user_id,
                   mobile_index, mobile_mask, type, version_code, user_agent, channel, brand, host, refused, extra)
select (received_at at time zone interval '8 hours')::date, generate_id, seq, md5(digest)::uuid, received_at, received_at, event, action, content,
       page, event_id, trace_id, tail_id, user_id, null, mobile_mask, type, version_code, user_agent, '', '', '', '{}', extra
from event_before;
drop table event_before;
