-- How many coupons of a definition with a limit were issued, over all its editions. The row is the turn of parallel awards.
create table coupon_count (
  definition text primary key,
  issued integer not null check (issued >= 0)
);
