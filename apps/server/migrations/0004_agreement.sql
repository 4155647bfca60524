-- What a borrower agreed to, exactly as it was read. Rows are only ever added.
create table signed_text (
  user_id bigint not null,
  signed_id bigint not null,
  scene text not null,
  text_key text not null,
  text_version text not null,
  text_language text not null check (text_language in ('zh-cn', 'en-us')),
  title text not null,
  -- The canonical form the hash is taken over; the paragraphs are read back out of it.
  body text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- The quote a filled text belongs to; null for general texts agreed to outside a quote.
  quote_id bigint,
  signed_at timestamptz not null,
  address text not null,
  device text not null,
  primary key (user_id, signed_id),
  unique nulls not distinct (user_id, quote_id, text_key, sha256)
);

-- The loan is made after its quote was signed, so the tie is a row of its own and the signed row stays untouched.
create table loan_signed_text (
  user_id bigint not null,
  loan_id bigint not null,
  signed_id bigint not null,
  primary key (user_id, signed_id),
  foreign key (user_id, signed_id) references signed_text (user_id, signed_id)
);
create index loan_signed_text_loan on loan_signed_text (user_id, loan_id);
