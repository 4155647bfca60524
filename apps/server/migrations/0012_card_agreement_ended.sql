-- When a debit was refused because the holder's agreement with the channel had ended; the card can then be bound anew.
alter table bank_card add column agreement_ended_at timestamptz;
