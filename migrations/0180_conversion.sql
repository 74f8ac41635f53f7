-- What became of customers after a message, or after one that was held back to compare: a row for each, and their sums by
-- day, so that a year is read without them. Written by the job that measures those who are marked; see decision 110.
create table conversion_facts (
  tenant_id uuid not null references tenants (id),
  -- Of the message; of what was held back the verdict that said so first.
  id uuid not null,
  flow_id uuid not null,
  contact_id uuid not null,
  -- Of what the message was about; null: about no branch's.
  branch_id uuid,
  -- When it left, or would have left.
  at timestamptz not null,
  -- The same by the cabinet's calendar.
  day date not null,
  -- Of the control group: nothing was sent.
  is_control boolean not null,
  is_delivered boolean not null,
  is_read boolean not null,
  is_answered boolean not null,
  -- The shortest of the windows (7, 14, 21, 30 days) in which she came; null: in none.
  came_days smallint check (came_days in (7, 14, 21, 30)),
  came_at timestamptz,
  -- What she paid within each window; a visit is counted for the last message of a flow before it.
  spent_7 bigint not null default 0,
  spent_14 bigint not null default 0,
  spent_21 bigint not null default 0,
  spent_30 bigint not null default 0,
  -- Of what she paid, ISO 4217; empty: nothing.
  currency text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, flow_id) references flows (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id)
);
create index conversion_facts_by_contact on conversion_facts (tenant_id, contact_id, at);
create index conversion_facts_by_time on conversion_facts (tenant_id, at desc, id desc);
create index conversion_facts_by_flow on conversion_facts (tenant_id, flow_id, at desc, id desc);
select frontdesk.protect('conversion_facts');

create table conversion_days (
  tenant_id uuid not null references tenants (id),
  day date not null,
  flow_id uuid not null,
  -- Zeros: of no branch.
  branch_id uuid not null,
  currency text not null,
  is_control boolean not null,
  sent bigint not null,
  delivered bigint not null,
  read bigint not null,
  answered bigint not null,
  came_7 bigint not null,
  came_14 bigint not null,
  came_21 bigint not null,
  came_30 bigint not null,
  spent_7 bigint not null,
  spent_14 bigint not null,
  spent_21 bigint not null,
  spent_30 bigint not null,
  primary key (tenant_id, day, flow_id, branch_id, currency, is_control)
) with (fillfactor = 70);
select frontdesk.protect('conversion_days');

-- Customers with whom something happened that the figures do not know yet. A row for each change and no key but its own,
-- so that nobody who writes waits for anybody.
create table conversion_marks (
  tenant_id uuid not null references tenants (id),
  id bigint generated always as identity,
  contact_id uuid not null,
  -- Product time; a message that was held back is measured when it would have left.
  ready_at timestamptz not null default '-infinity',
  -- All there is of her, and not the last two months alone.
  is_whole boolean not null default false,
  primary key (tenant_id, id)
);
create index conversion_marks_ready on conversion_marks (tenant_id, ready_at);
select frontdesk.protect('conversion_marks');

-- A message left, was delivered, read, answered, or turned out not to have left; or it was held back when it was due.
create function frontdesk.mark_messages() returns trigger
  language plpgsql
  as $$
begin
  insert into conversion_marks (tenant_id, contact_id)
    select distinct n.tenant_id, n.contact_id
    from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
    where n.origin = 'flow' and not n.is_test and n.contact_id is not null
      and (n.phase = 'left' or o.phase = 'left' or n.reason = 'control_group')
      and (n.phase, n.contact_id, n.delivered_at is null, n.read_at is null, n.replied_at is null)
        is distinct from (o.phase, o.contact_id, o.delivered_at is null, o.read_at is null, o.replied_at is null);
  return null;
end $$;
create trigger mark_updated after update on messages
  referencing old table as old_rows new table as new_rows for each statement execute function frontdesk.mark_messages();

-- Somebody is in the control group of a flow.
create function frontdesk.mark_held() returns trigger
  language plpgsql
  as $$
begin
  insert into conversion_marks (tenant_id, contact_id, ready_at)
    select tenant_id, contact_id, greatest(decided_at, (compared ->> 'wantedAt')::timestamptz)
    from new_rows where rule = 'control_group' and outcome = 'skipped' and contact_id is not null;
  return null;
end $$;
create trigger mark_inserted after insert on verdicts
  referencing new table as new_rows for each statement execute function frontdesk.mark_held();

-- A customer came, or did not come after all, or paid another sum.
create function frontdesk.mark_visits() returns trigger
  language plpgsql
  as $$
begin
  if tg_op = 'INSERT' then
    insert into conversion_marks (tenant_id, contact_id)
      select distinct tenant_id, contact_id from new_rows where status = 'arrived' and contact_id is not null;
    return null;
  end if;
  insert into conversion_marks (tenant_id, contact_id)
    select distinct changed.tenant_id, who.contact_id from (
      select n.tenant_id, o.contact_id as former_id, n.contact_id
      from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
      where (n.status = 'arrived' or o.status = 'arrived')
        and (n.status, n.starts_at, n.total_minor, n.contact_id) is distinct from (o.status, o.starts_at, o.total_minor, o.contact_id)
    ) changed
    cross join lateral (values (changed.former_id), (changed.contact_id)) who (contact_id)
    where who.contact_id is not null;
  return null;
end $$;
create trigger mark_inserted after insert on visits
  referencing new table as new_rows for each statement execute function frontdesk.mark_visits();
create trigger mark_updated after update on visits
  referencing old table as old_rows new table as new_rows for each statement execute function frontdesk.mark_visits();

create function frontdesk.mark_orders() returns trigger
  language plpgsql
  as $$
begin
  if tg_op = 'INSERT' then
    insert into conversion_marks (tenant_id, contact_id)
      select distinct tenant_id, contact_id from new_rows where contact_id is not null;
    return null;
  end if;
  insert into conversion_marks (tenant_id, contact_id)
    select distinct changed.tenant_id, who.contact_id from (
      select n.tenant_id, o.contact_id as former_id, n.contact_id
      from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
      where (n.status = 'Cancelled', n.placed_at, n.total_minor, n.contact_id)
        is distinct from (o.status = 'Cancelled', o.placed_at, o.total_minor, o.contact_id)
    ) changed
    cross join lateral (values (changed.former_id), (changed.contact_id)) who (contact_id)
    where who.contact_id is not null;
  return null;
end $$;
create trigger mark_inserted after insert on orders
  referencing new table as new_rows for each statement execute function frontdesk.mark_orders();
create trigger mark_updated after update on orders
  referencing old table as old_rows new table as new_rows for each statement execute function frontdesk.mark_orders();

-- Whoever has heard from a flow by now; as the role that sees every tenant.
set local role frontdesk_system;
insert into conversion_marks (tenant_id, contact_id, is_whole)
  select distinct tenant_id, contact_id, true from messages
  where origin = 'flow' and not is_test and contact_id is not null and (phase = 'left' or reason = 'control_group')
  union
  select distinct tenant_id, contact_id, true from verdicts
  where rule = 'control_group' and outcome = 'skipped' and contact_id is not null;
reset role;
