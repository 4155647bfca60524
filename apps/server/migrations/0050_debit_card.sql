-- The card a loan is debited from on its due days: the one it was paid out to, until the borrower makes another card the default.
alter table loan add column debit_card_id bigint;
update loan set debit_card_id = card_id;
alter table loan alter column debit_card_id set not null;
