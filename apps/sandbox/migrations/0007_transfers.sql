-- What an order of money does: a debit takes it from a card, a transfer sends it to one, a pay-out is a lender's.
alter table money_order add column kind text check (kind in ('debit', 'transfer', 'payOut'));
update money_order set kind = case when port = 'payment' then 'debit' else 'payOut' end;
alter table money_order alter column kind set not null;
-- When the card's bank sends the money of a transfer back by itself.
alter table money_order add column bounce_at timestamptz;
create index money_order_bounce on money_order (bounce_at) where bounce_at is not null and state = 'succeeded';
