-- Monthly targets. One holds from its month until a later row of the same metric and branch.
create table targets (
  tenant_id uuid not null references tenants (id),
  metric text not null check (metric in ('revenue', 'visits', 'new_clients', 'no_show_share')),
  -- All zeros: the whole business.
  branch_id uuid not null,
  -- First day of the month.
  since date not null check (extract(day from since) = 1),
  -- Minor units of the currency, a count, or hundredths of a percent; null: no target any more.
  value bigint check (value > 0),
  primary key (tenant_id, metric, branch_id, since)
);
select frontdesk.protect('targets');
