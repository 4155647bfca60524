-- A decision gives a price tier; the rates live with the products. A rate of before becomes the tier whose rate it was, or the cheapest
-- tier that costs no less.
alter table application add column price_tier text check (price_tier in ('A', 'B', 'C', 'D', 'E', 'F'));
update application set price_tier = case
  when annual_rate_ppm <= 72000 then 'A'
  when annual_rate_ppm <= 108000 then 'B'
  when annual_rate_ppm <= 144000 then 'C'
  when annual_rate_ppm <= 180000 then 'D'
  when annual_rate_ppm <= 216000 then 'E'
  else 'F' end
where annual_rate_ppm is not null;
alter table application drop column annual_rate_ppm;
alter table application add check (status <> 'approved' or (limit_fen > 0 and price_tier is not null and valid_until is not null));

alter table credit_limit add column price_tier text check (price_tier in ('A', 'B', 'C', 'D', 'E', 'F'));
update credit_limit set price_tier = case
  when annual_rate_ppm <= 72000 then 'A'
  when annual_rate_ppm <= 108000 then 'B'
  when annual_rate_ppm <= 144000 then 'C'
  when annual_rate_ppm <= 180000 then 'D'
  when annual_rate_ppm <= 216000 then 'E'
  else 'F' end;
alter table credit_limit alter column price_tier set not null, drop column annual_rate_ppm;
