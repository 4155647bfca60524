-- Counts of events wait as groups of those that have day, channel, brand and host in common, not as a list of values for each column; so do those that wait now.
update counts_to_add
set counts = counts - array['event_count.day', 'event_count.channel', 'event_count.brand', 'event_count.host', 'event_count.event', 'event_count.page', 'event_count.count']
  || jsonb_build_object('event_count', (
    select jsonb_agg(jsonb_build_object('day', day, 'channel', channel, 'brand', brand, 'host', host, 'events', jsonb_build_object(event, jsonb_build_object(page, count))))
    from rows from (
      jsonb_array_elements_text(counts -> 'event_count.day'),
      jsonb_array_elements_text(counts -> 'event_count.channel'),
      jsonb_array_elements_text(counts -> 'event_count.brand'),
      jsonb_array_elements_text(counts -> 'event_count.host'),
      jsonb_array_elements_text(counts -> 'event_count.event'),
      jsonb_array_elements_text(counts -> 'event_count.page'),
      jsonb_array_elements(counts -> 'event_count.count')
    ) as list (day, channel, brand, host, event, page, count)
  ))
where counts ? 'event_count.day';
