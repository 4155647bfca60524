-- By the name of an error too: that there are no samples of one is known without a look at all the others of its page.
drop index event_fault;
create index event_fault on event (event, page, left(split_part(content, ': ', 1), 80), received_at desc) where action = 'error';
