-- Where customers come from: the channel of the first visit, and of the visit in which each step was taken.
alter table borrower add column first_channel_code text not null default 'fyh';
update borrower set first_channel_code = channel_code;
alter table application add column channel_code text not null default 'fyh';
alter table loan add column channel_code text not null default 'fyh';

-- References by which customers of a channel log in: each is exchanged once, over all nodes. Its twin of the same device finds the answer here
-- for a moment. The mark is a keyed hash; the phone is gone when the reference has been used.
create table union_login (
  refer_mark bytea primary key,
  channel_code text not null,
  mobile_sealed bytea,
  return_url text,
  expires_at timestamptz not null,
  used_at timestamptz,
  device_mark bytea,
  answer_sealed bytea
);
create index union_login_age on union_login (expires_at);

-- Calls in a minute, by network address and by channel.
create table union_login_count (
  subject_mark bytea not null,
  minute timestamptz not null,
  calls integer not null,
  primary key (subject_mark, minute)
);
create index union_login_count_age on union_login_count (minute);
