-- Readings of id-card photos on the last day there were any, by machine time: each one costs money at the vendor.
create table id_card_read_count (
  user_id bigint not null primary key,
  day date not null,
  reads integer not null
);
