-- Quotes that came to nothing are forgotten a day after they expired.
create index loan_quote_unused on loan_quote (expires_at) where used_loan_id is null;
