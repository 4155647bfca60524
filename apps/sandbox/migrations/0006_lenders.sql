-- Every lender is a party of its own, named lender_<number>. What the one lender of before did was lender 1.
alter table money_order drop constraint money_order_port_check;
update money_order set port = 'lender_1' where port = 'lender';
alter table money_order add constraint money_order_port_check check (port = 'payment' or port ~ '^lender_[1-9][0-9]*$');
update call set port = 'lender_1' where port = 'lender';
-- A call-back names its lender; those that still wait to be sent are told to.
update notice set port = 'lender_1', body = body || '{"lenderId": 1}' where port = 'lender';
