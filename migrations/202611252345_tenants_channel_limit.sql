-- There are seven kinds of channels: one of each, and some to spare.
alter table tenants alter column channel_limit set default 10;
