-- The language and brand that messages to a borrower are written in: those of the last login, the language also of a later change.
alter table borrower
  add column language text not null default 'zh-cn' check (language in ('zh-cn', 'en-us')),
  add column brand text not null default 'fyh' check (brand in ('fyh', 'fbd', 'neutral'));

-- The language that the session's last request named, so that only a change writes to the borrower.
alter table login_session add column language text not null default 'zh-cn' check (language in ('zh-cn', 'en-us'));
