-- Visits that ended on a page, and its views, in whole months that change no more: a question over a year reads twelve of them. `month` is
-- the first day.
create table page_month (
  month date not null,
  page text not null,
  channel text not null,
  brand text not null,
  host text not null,
  visits bigint not null,
  views bigint not null,
  primary key (month, page, channel, brand, host)
);

-- Which months those are. None is missing between the first and the last.
create table month_done (
  month date primary key
);
