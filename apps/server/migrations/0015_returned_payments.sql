-- What the payment channel says of the money itself: the day it received it, and that it took it back.
alter table repayment
  add column received_on date,
  -- The business day on which it became known that the channel took the money back.
  add column returned_on date,
  -- From then on the payment does not count for the loan; later than returned_on while another debit was under way.
  add column reversed_on date,
  -- Or, for a loan that is settled and cannot reopen: the sum became a claim of its own, and the loan's plan stays as it is.
  add column claimed_on date,
  add constraint repayment_returned check (
    (returned_on is not null) = (status = 'returned') and (reversed_on is null or claimed_on is null)
    and (returned_on is not null or (reversed_on is null and claimed_on is null))
  );
alter table repayment drop constraint repayment_status;
alter table repayment add constraint repayment_status check (status in (
  'requested', 'processing', 'succeeded', 'partly', 'failed', 'unknown', 'returned'
));
-- A payment for such a claim.
alter table repayment drop constraint repayment_mode_check;
alter table repayment add constraint repayment_mode_check check (mode in ('due', 'all', 'auto', 'returned'));

alter table ledger_leg drop constraint ledger_leg_account_check;
alter table ledger_leg add constraint ledger_leg_account_check check (account in (
  'principalReceivable', 'interestReceivable', 'feeReceivable', 'penaltyReceivable', 'returnedReceivable',
  'channelClearing', 'lenderFunding', 'surplusHeld',
  'interestIncome', 'feeIncome', 'penaltyIncome', 'waived', 'writtenOff'
));
