-- Events that come together mostly say the same of their sender: the visit, the user, the device, where they came from. One row of them says it, and those behind it lead
-- there by sender_digest, with nothing in these columns. Who asks for events of a sender asks event_in_full, or takes the rows that say it for all of them.
alter table event drop constraint event_pkey;
alter table event
  add column sender_digest uuid,
  -- Where the browser's events lie in the key.
  add column browser_hash integer not null generated always as (hashtext(generate_id)) stored,
  alter column trace_id drop not null,
  alter column tail_id drop not null,
  alter column user_id drop not null,
  alter column mobile_mask drop not null,
  alter column type drop not null,
  alter column version_code drop not null,
  alter column user_agent drop not null,
  alter column channel drop not null,
  alter column brand drop not null,
  alter column host drop not null,
  -- Null where there is none, as for most.
  alter column refused drop not null,
  alter column extra drop not null;

-- PostgreSQL 18 keeps a not-null of its own for each day that was attached.
do $$
declare
  part regclass;
begin
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'event'::regclass loop
    execute format(
      'alter table %s %s', part,
      (select string_agg(format('alter column %I drop not null', name), ', ')
       from unnest(array['trace_id', 'tail_id', 'user_id', 'mobile_mask', 'type', 'version_code', 'user_agent', 'channel', 'brand', 'host', 'refused', 'extra']) as name)
    );
  end loop;
end $$;

-- An event's identity as before: day, browser, seq and digest. The browser is first, so that its events lie together, and by its hash, since a number is compared in a
-- fraction of the time that a text of 32 characters takes, and every event is put into this index. The digest is made of all that was sent, the browser's id too.
alter table event add primary key (browser_hash, digest, day, seq);

-- Every event with all that is known of it. Read it for a browser (with the hash of its id, as the key has it) or a day.
create view event_in_full as
select event.day, event.generate_id, event.seq, event.digest, event.happened_at, event.received_at, event.event, event.action, event.content, event.page, event.event_id,
  coalesce(event.trace_id, sender.trace_id) as trace_id,
  coalesce(event.tail_id, sender.tail_id) as tail_id,
  coalesce(event.user_id, sender.user_id) as user_id,
  coalesce(event.mobile_index, sender.mobile_index) as mobile_index,
  coalesce(event.mobile_mask, sender.mobile_mask) as mobile_mask,
  coalesce(event.type, sender.type) as type,
  coalesce(event.version_code, sender.version_code) as version_code,
  coalesce(event.user_agent, sender.user_agent) as user_agent,
  coalesce(event.channel, sender.channel) as channel,
  coalesce(event.brand, sender.brand) as brand,
  coalesce(event.host, sender.host) as host,
  coalesce(event.refused, '{}') as refused,
  coalesce(event.extra, '{}') as extra,
  event.browser_hash
from event left join event as sender
  on sender.browser_hash = event.browser_hash and sender.digest = event.sender_digest and sender.day = event.day and sender.generate_id = event.generate_id;
