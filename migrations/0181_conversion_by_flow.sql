-- One flow's days are read without those of the others.
create index conversion_days_by_flow on conversion_days (tenant_id, flow_id, day);
-- Those who were held out are few among all.
create index conversion_facts_held on conversion_facts (tenant_id, flow_id, at desc, id desc) where is_control;
