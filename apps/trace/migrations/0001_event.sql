-- One row an event. (generate_id, seq, digest) is the event's identity: a resend repeats all three and is dropped, while two
-- events of one browser differ in seq, and two tabs that took the same seq differ in digest.
create table event (
  generate_id text not null,
  seq bigint not null,
  digest text not null,
  received_at timestamptz not null,
  event text not null,
  action text not null,
  content text not null,
  page text not null,
  event_id text not null,
  trace_id text not null,
  tail_id text not null,
  user_id text not null,
  mobile_mask text not null,
  type text not null,
  version_code text not null,
  user_agent text not null,
  extra jsonb not null,
  primary key (generate_id, seq, digest)
);

create index event_received_at on event using brin (received_at);
create index event_trace_id on event (trace_id);
