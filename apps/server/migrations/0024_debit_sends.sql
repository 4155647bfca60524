-- How often the channel was sent the debit. A node may take a debit in hand and stop before it sends it, so `tries` does not say that.
alter table repayment add column sends integer not null default 0;
update repayment set sends = 1 where status <> 'requested';
