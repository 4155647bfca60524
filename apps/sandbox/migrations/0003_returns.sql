-- The day the channel says it received the money, where it says so. A debit may be taken back after it ended: state returned.
alter table money_order add column received_on date;
-- How many days back an ordered "received earlier" reaches.
alter table failure_order add column days integer not null default 0 check (days >= 0);
