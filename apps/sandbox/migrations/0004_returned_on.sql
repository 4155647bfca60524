-- The business day on which a debit was taken back, under which the statement files the return.
alter table money_order add column returned_on date;
update money_order set returned_on = ordered_on where state = 'returned';
create index money_order_returned on money_order (port, returned_on, key collate "C") where returned_on is not null;
