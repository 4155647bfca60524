-- A cost sheet states the rules by which its costs are charged. All quotes so far were made on one lender's only rules.
update loan_quote set cost_sheet = cost_sheet || jsonb_build_object('rules', jsonb_build_object(
  'dayCount', '30/360',
  'tail', 'lastInstalment',
  'daysOff', 'stay',
  'allocationOrder', jsonb_build_array('fee', 'penalty', 'interest', 'principal'),
  'penalty', jsonb_build_object('percentOfRate', 150, 'graceDays', 3, 'ceilingPpm', 1000000),
  'earlySettlementFeePpm', 0,
  'earlySettlementFreeDays', 0,
  'interestAhead', case when used_loan_id is null then 'counts' else coalesce(
    (select l.rules ->> 'interestAhead' from loan l where l.user_id = loan_quote.user_id and l.loan_id = loan_quote.used_loan_id), 'kept')
  end
)) where not cost_sheet ? 'rules';
