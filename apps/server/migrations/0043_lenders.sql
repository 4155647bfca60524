-- Lenders, products and price caps as published from files of the repository. A row never changes: a change is another edition.
create table published_edition (
  kind text not null check (kind in ('lender', 'product', 'caps')),
  record_id bigint not null,
  edition integer not null check (edition > 0),
  -- Of the lender itself or of the product's lender; price caps have a row for each type.
  lender_type text check (lender_type in ('bank', 'consumerFinance', 'smallLoan')),
  in_force_from date not null,
  source text not null,
  content jsonb not null,
  -- Digest of the content, so that a file changed in place is noticed.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  published_at timestamptz not null,
  primary key (kind, record_id, edition),
  check ((lender_type is null) = (kind = 'caps'))
);

-- What a quote and a loan stand on. Those made before there were editions are of the first lender.
alter table loan_quote
  add column lender_edition integer not null default 1,
  add column product_id bigint not null default 101,
  add column product_edition integer not null default 1;
update loan_quote set product_id = 102 where method = 'equalPrincipal';
alter table loan_quote
  alter column lender_edition drop default,
  alter column product_id drop default,
  alter column product_edition drop default;

alter table loan
  add column lender_edition integer not null default 1,
  add column product_id bigint not null default 101,
  add column product_edition integer not null default 1,
  -- What happens to a due day on a day off, from the product; the plan is drawn with it at the pay-out.
  add column days_off text not null default 'stay' check (days_off in ('stay', 'nextWorkingDay', 'onlyPublicHolidays'));
update loan set product_id = 102 where method = 'equalPrincipal';
alter table loan
  alter column lender_edition drop default,
  alter column product_id drop default,
  alter column product_edition drop default,
  alter column days_off drop default;
