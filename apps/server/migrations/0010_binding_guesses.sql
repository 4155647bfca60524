-- The codes tried for a binding, as keyed marks: a code is taken in hand before the bank is asked, so that guesses at once are counted too.
alter table card_binding add column tried_marks text[] not null default '{}' check (cardinality(tried_marks) <= 5);
