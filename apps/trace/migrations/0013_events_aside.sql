-- What makes no visit: events without the id of a browser, and those without a page, such as what the server reports. The replay of a visit
-- finds them by the visit's id.
create index event_aside on event (trace_id) where generate_id = '' or page = '';

-- Visits that were counted for events without the id of a browser: each was part of another one, or of none.
with gone as (
  delete from visit where generate_id = ''
  returning (last_at at time zone interval '8 hours')::date as day, last_page, channel, brand, host
)
insert into exit_count (day, page, channel, brand, host, shard, visits)
select day, last_page, channel, brand, host, 0, -count(*) from gone group by day, last_page, channel, brand, host
on conflict (day, page, channel, brand, host, shard) do update set visits = exit_count.visits + excluded.visits;
