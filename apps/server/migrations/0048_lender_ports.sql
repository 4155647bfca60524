-- The lender that an attempt was ordered from, which alone may report on it. A loan may be handed in again with another one.
alter table payout add column lender_id bigint;
update payout p set lender_id = coalesce(
  (select q.lender_id from loan_quote q where q.user_id = p.user_id and q.quote_id = p.quote_id),
  (select n.lender_id from loan n where n.user_id = p.user_id and n.loan_id = p.loan_id));
alter table payout alter column lender_id set not null;

-- Funding is held by lender, so that what each of them paid out can be compared with its own statement.
alter table ledger_leg add column lender_id bigint;
update ledger_leg l set lender_id = coalesce(
    (select p.lender_id from payout p where p.user_id = l.user_id and p.loan_id = l.loan_id and p.order_key = l.order_key),
    (select n.lender_id from loan n where n.user_id = l.user_id and n.loan_id = l.loan_id))
  where account = 'lenderFunding';
alter table ledger_leg add constraint ledger_leg_lender_check check ((account = 'lenderFunding') = (lender_id is not null));
drop index ledger_leg_moved;
create index ledger_leg_moved on ledger_leg (booked_on, account, lender_id, order_key) where account in ('channelClearing', 'lenderFunding');

-- The secret of the one lender there was; each lender has its own mark now.
delete from key_mark where key_name = 'VENDOR_SECRET_LENDER';
