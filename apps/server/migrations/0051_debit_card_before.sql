-- Loans that run were debited from the default card so far, and the page of bank cards said so. They stay with it, until the borrower makes
-- another card the default.
update loan l set debit_card_id = c.card_id
  from bank_card c
  where c.user_id = l.user_id and c.is_default and c.agreement_ended_at is null and l.status in (2, 4, 6);
