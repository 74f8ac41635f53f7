-- Whether somebody named the cabinet. Registration asks for no name, so a new one carries that of its owner's e-mail,
-- and takes the name of the first branch it connects.
alter table tenants add column is_named boolean not null default true;
