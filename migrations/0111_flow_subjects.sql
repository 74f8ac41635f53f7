-- A flow is about a subject: a visit, an order, a cart, a customer, a day. For a visit the subject's id is the visit's.
alter table messages
  add column subject_kind text,
  add column subject_id uuid;
set local role frontdesk_system;
update messages set subject_kind = 'visit', subject_id = visit_id where origin = 'flow';
reset role;
alter table messages add constraint messages_flow_has_subject
  check (origin <> 'flow' or subject_id is not null and subject_kind is not null);
drop index messages_once_per_step;
create unique index messages_once_per_step on messages (tenant_id, subject_id, flow_id, step, occurrence, test_phone)
  where origin = 'flow';

alter table verdicts
  add column subject_kind text,
  add column subject_id uuid,
  alter column visit_id drop not null;
set local role frontdesk_system;
update verdicts set subject_kind = 'visit', subject_id = visit_id;
reset role;
alter table verdicts
  alter column subject_kind set not null,
  alter column subject_id set not null;
drop index verdicts_by_visit;
create index verdicts_by_subject on verdicts (tenant_id, subject_id, decided_at);

alter table flows
  -- Of flows the clock starts long after a visit: everything that falls due before this is planned.
  add column planned_until timestamptz;

-- What the booking system calls its customers: VIP, blonde, difficult.
alter table contacts add column categories text[] not null default '{}';
-- Month and day as a number, 1231 for the last of the year: whoever has a birthday is found by it.
alter table contacts add column birthday int
  generated always as ((extract(month from birth_date) * 100 + extract(day from birth_date))::int) stored;
create index contacts_by_birthday on contacts (tenant_id, birthday, id) where birthday is not null;
-- Visits of one customer are looked at as a whole: what she bought, whether she came again.
drop index visits_by_contact;
create index visits_by_contact on visits (tenant_id, contact_id, starts_at) include (status, total_minor);

-- A kind of flow follows every change of a visit, not its time alone.
set local role frontdesk_system;
update flows set kind = 'visit_changed' where kind = 'visit_moved';
reset role;

-- Conditions stand in groups: all or any of them, and in each all or any of its conditions.
create function pg_temp.grouped(settings jsonb) returns jsonb
  language sql
  as $$
    select settings
      || jsonb_build_object(
        'conditions', jsonb_build_object('match', 'all', 'groups', case when said = '[]' then '[]'::jsonb
          else jsonb_build_array(jsonb_build_object('match', 'all', 'conditions', said)) end),
        'timing', settings -> 'timing' || '{"firstSend": false, "intervalMinutes": 0, "endsOn": null}',
        'options', '{"offerServiceIds": [], "threshold": {"visits": -1, "spent": -1}, "lateDays": 3, "controlPercent": 0}'::jsonb)
    from (select coalesce(jsonb_agg(one), '[]') as said from (
      select jsonb_build_object('field', field, 'isNot', false, 'values', settings -> 'conditions' -> place) as one
      from (values ('branch', 'branchIds'), ('service', 'serviceIds'), ('master', 'masterIds'), ('visit_status', 'statuses'))
        as lists (field, place)
      where jsonb_array_length(coalesce(settings -> 'conditions' -> place, '[]')) > 0
      union all
      select jsonb_build_object('field', 'visit_number', 'value',
        case settings -> 'conditions' ->> 'firstVisit' when 'only_first' then 'first' else 'repeated' end)
      where settings -> 'conditions' ->> 'firstVisit' in ('only_first', 'only_repeated')
      union all
      select jsonb_build_object('field', 'shift_minutes', 'from', (settings -> 'conditions' ->> 'minShiftMinutes')::int, 'to', 525600)
      where (settings -> 'conditions' ->> 'minShiftMinutes')::int > 0
    ) conditions) found
  $$;
set local role frontdesk_system;
update flows set settings = pg_temp.grouped(settings) where not settings ? 'options';
update flow_versions set settings = pg_temp.grouped(settings) where not settings ? 'options';
reset role;
