-- How far a cabinet is with a quick start.
create table quick_starts (
  tenant_id uuid not null references tenants (id),
  kind text not null check (
    kind in ('general', 'yclients', 'yclients_simple', 'altegio', 'medflex', 'dashboard', 'assistant')
  ),
  step int not null default 1,
  goal text check (goal in ('reminders', 'reviews', 'returning', 'orders')),
  figures text check (figures in ('dashboard', 'conversion', 'reviews')),
  flow_id uuid,
  assistant_id uuid,
  start_when text check (start_when in ('now', 'tomorrow', 'day_after', 'plan', 'manager')),
  -- The flow goes live at this moment; null once it did, or when nothing is planned.
  starts_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz not null,
  primary key (tenant_id, kind),
  foreign key (tenant_id, flow_id) references flows (tenant_id, id),
  foreign key (tenant_id, assistant_id) references assistants (tenant_id, id)
);
select frontdesk.protect('quick_starts');
