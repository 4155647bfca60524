-- Whose the events were that came before there were days: without it nobody of then could be forgotten.
insert into browser_user (user_id, mobile_index, generate_id, last_day)
select user_id, coalesce(mobile_index, ''), generate_id, max(day) from event where user_id <> '' or mobile_index is not null group by 1, 2, 3
on conflict do nothing;
