-- The edition of the package of benefits that is bought with the loan of a quote, as it was quoted.
alter table loan_quote add column benefit jsonb;
-- A loan orders its package once, however often its pay-out is reported.
create unique index benefit_order_loan on benefit_order (user_id, loan_id) where loan_id is not null;
