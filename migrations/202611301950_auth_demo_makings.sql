-- A demo that is being made for its first visitor, and the part of it that is being made now.
create table demo_makings (
  business text not null,
  language text not null,
  part text not null,
  primary key (business, language)
);
grant select, insert, update, delete on demo_makings to frontdesk_system;
