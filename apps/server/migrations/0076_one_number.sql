-- One person, one account, both ways: an account has one proved ID number at most. Of two, the one of its identity stays.
delete from identity_number as other
using identity_number as own, identity
where own.user_id = other.user_id and identity.user_id = other.user_id
  and own.number_index = identity.number_index and other.number_index <> own.number_index;
create unique index identity_number_user on identity_number (user_id);
