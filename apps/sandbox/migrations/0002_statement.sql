-- The day an order stands under in the daily statement: the business day of who ordered it.
alter table money_order add column ordered_on date;
update money_order set ordered_on = (settle_at at time zone 'Asia/Shanghai')::date;
alter table money_order alter column ordered_on set not null;
create index money_order_statement on money_order (port, ordered_on, key collate "C");
