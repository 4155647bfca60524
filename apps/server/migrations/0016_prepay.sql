-- Principal paid ahead of the plan, and what it is to do to the rest of it.
alter table repayment
  add column effect text check (effect in ('shorten', 'lower'));
alter table repayment drop constraint repayment_mode_check;
alter table repayment
  add constraint repayment_mode_check check (mode in ('due', 'all', 'auto', 'returned', 'prepay')),
  add constraint repayment_prepay check ((mode = 'prepay') = (effect is not null));
