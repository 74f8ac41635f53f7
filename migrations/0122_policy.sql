-- The contact policy of a tenant. Without a row the defaults of the code hold.
create table contact_policies (
  tenant_id uuid primary key references tenants (id),
  -- Whole hours of the contact's day between which nothing is sent; equal: no quiet hours.
  quiet_from_hour int not null check (quiet_from_hour between 0 and 23),
  quiet_to_hour int not null check (quiet_to_hour between 0 and 23),
  -- Frequency cap: marketing messages to one contact in a number of days.
  marketing_limit int not null check (marketing_limit >= 0),
  marketing_days int not null check (marketing_days > 0),
  -- Senders by priority, highest first; those not listed come after.
  sender_order uuid[] not null default '{}'
);
select frontdesk.protect('contact_policies');
