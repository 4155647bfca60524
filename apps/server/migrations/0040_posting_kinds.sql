-- Settling early once had a kind of its own for the interest and fees it let go of; `restated` books the same now. Accounts, amounts, days and
-- keys of such rows stay.
update ledger_leg set kind = 'restated' where kind = 'settledEarly';
-- Not validated: former versions booked kinds that no figure asks for by name, and their rows stay as they are.
alter table ledger_leg add constraint ledger_leg_kind_check check (kind in (
  'paidOut', 'excessPaidOut', 'excessReturned', 'excessLost', 'interestAccrued', 'feeCharged', 'penaltyAccrued', 'repaid', 'surplusHeld',
  'waived', 'writtenOff', 'restated', 'returned', 'returnedRepaid'
)) not valid;
