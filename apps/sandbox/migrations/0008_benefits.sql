-- The supplier of benefits: its orders move no money, and a use of a right brings a voucher.
alter table money_order drop constraint money_order_port_check;
alter table money_order add constraint money_order_port_check check (port in ('payment', 'benefit') or port ~ '^lender_[1-9][0-9]*$');
alter table money_order drop constraint money_order_kind_check;
alter table money_order add constraint money_order_kind_check check (kind in ('debit', 'transfer', 'payOut', 'benefit'));
alter table money_order add column voucher text;
