-- Partner lenders: which are listed on which days and what they ask for is an edition, like lenders and products.
alter table published_edition drop constraint published_edition_kind_check;
alter table published_edition add constraint published_edition_kind_check check (kind in ('lender', 'product', 'caps', 'partners'));
alter table published_edition drop constraint published_edition_check;
alter table published_edition add constraint published_edition_check check ((lender_type is null) = (kind in ('caps', 'partners')));

alter table vendor_order drop constraint vendor_order_kind_check;
alter table vendor_order add constraint vendor_order_kind_check check (kind in ('payout', 'repayment', 'transfer', 'partnerApplication'));

-- What a partner approved. A loan of its products stands on it, and uses it up.
create table lender_approval (
  user_id bigint not null,
  approval_id bigint not null,
  lender_id bigint not null,
  amount_fen bigint not null check (amount_fen > 0),
  -- The longest term approved.
  periods_max integer not null check (periods_max > 0),
  valid_until timestamptz not null,
  granted_at timestamptz not null,
  used_loan_id bigint,
  ended_at timestamptz,
  primary key (user_id, approval_id),
  check (used_loan_id is null or ended_at is null)
);
-- Of all partners together a borrower has one approval that can be used: two could become two loans of one wish.
create unique index lender_approval_usable on lender_approval (user_id) where used_loan_id is null and ended_at is null;

-- Each match with its reasons, as the borrower was shown it.
create table partner_match (
  user_id bigint not null,
  match_id bigint not null,
  -- Null where no partner matched.
  lender_id bigint,
  partners_edition integer not null,
  amount_fen bigint not null check (amount_fen >= 0),
  periods integer,
  reasons jsonb not null,
  matched_at timestamptz not null,
  primary key (user_id, match_id)
);

-- Consents one by one, by recipient and purpose. Withdrawing writes the moment; nothing is deleted.
create table partner_consent (
  user_id bigint not null,
  consent_id bigint not null,
  lender_id bigint not null,
  purpose text not null check (purpose in ('partnerLoan')),
  signed_id bigint not null,
  items text[] not null,
  given_at timestamptz not null,
  -- The way it was given: network address, device and channel.
  address text not null,
  device text not null,
  channel_code text not null,
  withdrawn_at timestamptz,
  primary key (user_id, consent_id),
  foreign key (user_id, signed_id) references signed_text (user_id, signed_id)
);
create unique index partner_consent_in_force on partner_consent (user_id, lender_id, purpose) where withdrawn_at is null;

create table partner_application (
  user_id bigint not null,
  application_id bigint not null,
  -- Tries of one wish share it.
  case_id bigint not null,
  lender_id bigint not null,
  partners_edition integer not null,
  match_id bigint not null,
  consent_id bigint not null,
  status text not null constraint partner_application_status check (status in (
    'filling', 'submitted', 'reviewing', 'incomplete', 'unknown', 'approved', 'cancelling', 'stopped', 'unreached', 'refused', 'cancelled',
    'lapsed', 'declining', 'declined', 'taken')),
  amount_fen bigint not null check (amount_fen > 0),
  periods integer not null,
  loan_use text not null,
  -- Counts the times it was handed in; each has a key of its own at the partner.
  round integer not null default 0,
  order_key text,
  tries integer not null default 0,
  next_try_at timestamptz,
  reason text,
  missing text[] not null default '{}',
  missing_until timestamptz,
  -- Where the borrower goes when the cancellation is answered.
  moving_to bigint,
  approval_id bigint,
  loan_id bigint,
  has_quota boolean not null default false,
  draft_sealed bytea,
  saved_at timestamptz,
  opened_at timestamptz not null,
  submitted_at timestamptz,
  -- When it ended, also where a late approval is declined after that.
  ended_at timestamptz,
  primary key (user_id, application_id),
  check ((order_key is null) = (round = 0)),
  foreign key (user_id, consent_id) references partner_consent (user_id, consent_id),
  foreign key (user_id, approval_id) references lender_approval (user_id, approval_id)
);
-- One open application of a borrower, whichever the partner.
create unique index partner_application_open on partner_application (user_id) where status in (
  'filling', 'submitted', 'reviewing', 'incomplete', 'unknown', 'approved', 'cancelling');
create index partner_application_ask on partner_application (next_try_at) where status in (
  'submitted', 'reviewing', 'unknown', 'cancelling', 'declining');
create index partner_application_due on partner_application (status, submitted_at) where status in (
  'submitted', 'reviewing', 'unknown', 'incomplete', 'approved');

-- What happened, oldest first.
create table partner_step (
  user_id bigint not null,
  application_id bigint not null,
  step_id bigint not null,
  event text not null,
  happened_at timestamptz not null,
  primary key (user_id, application_id, step_id),
  foreign key (user_id, application_id) references partner_application (user_id, application_id)
);

-- Each item that went to a partner, under which consent. The values are not kept here.
create table partner_sent (
  user_id bigint not null,
  sent_id bigint not null,
  lender_id bigint not null,
  application_id bigint not null,
  consent_id bigint not null,
  item text not null,
  purpose text not null,
  sent_at timestamptz not null,
  primary key (user_id, sent_id),
  foreign key (user_id, application_id) references partner_application (user_id, application_id)
);

-- For attribution: who saw, chose, agreed to or refused a partner.
create table partner_click (
  user_id bigint not null,
  click_id bigint not null,
  lender_id bigint not null,
  action text not null check (action in ('view', 'click', 'consent', 'refuse')),
  page text not null,
  application_id bigint,
  channel_code text not null,
  -- The visit in which it happened.
  visit text not null,
  clicked_at timestamptz not null,
  primary key (user_id, click_id),
  unique (user_id, visit, lender_id, action, page)
);

-- Single-use references by which a partner's own page gets what the borrower agreed to share.
create table partner_hand_over (
  reference text primary key,
  user_id bigint not null,
  application_id bigint not null,
  lender_id bigint not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  returned_at timestamptz
);
create index partner_hand_over_application on partner_hand_over (user_id, application_id);

-- Applications that a partner took on a day, counted so that its quota holds on every node.
create table partner_quota (
  lender_id bigint not null,
  quota_day date not null,
  used integer not null check (used >= 0),
  primary key (lender_id, quota_day)
);
