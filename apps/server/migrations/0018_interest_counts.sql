-- Interest and fees paid ahead count when a loan is settled or principal prepaid: they are below zero in the payment that counts them.
alter table repayment drop constraint repayment_interest_fen_check;
alter table repayment drop constraint repayment_fee_fen_check;
