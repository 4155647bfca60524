-- An ID number belongs to the borrower whose face proved it. What was only typed holds no number.
delete from identity_number
where not exists (
  select from identity
  where identity.user_id = identity_number.user_id and identity.number_index = identity_number.number_index
    and identity.face_passed_at is not null
);

-- Identities confirmed on the last day there were any, by machine time.
create table identity_confirm_count (
  user_id bigint not null primary key,
  day date not null,
  confirms integer not null
);
