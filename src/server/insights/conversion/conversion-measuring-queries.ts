import { type RawBuilder, sql } from 'kysely';
import { TenantId } from '#contract/tenants/ids.ts';
import { PRIORITY } from '#server/delivery/ledger/rules.ts';
import type { SystemScope, TenantScope } from '#server/platform/database/db.ts';
import { KINDS_OF_VISIT_AHEAD } from './conversion-rules.ts';

/**
 * Older messages are measured once and not again: a window of 30 days, and 30 days for purchases that are entered
 * late.
 */
const OPEN_DAYS = 60;
/** A message may leave this long after it was due, or be decided about this long before. */
const SLACK_DAYS = 40;

/** Contacts to measure, and those of them whose whole history is measured. */
export type Marked = { contactIds: string[]; wholeIds: string[] };

export async function listTenantsMarked({ tx }: SystemScope, now: Temporal.Instant): Promise<TenantId[]> {
  const { rows } = await sql<{ tenant_id: string }>`
    select distinct tenant_id from conversion_marks where ready_at <= ${now} order by tenant_id`.execute(tx);
  return rows.map((row) => TenantId.parse(row.tenant_id));
}

/**
 * Locks the tenant's measuring, because sums are updated by differences. @returns false when another run holds the
 * lock
 */
export async function lockMeasuring({ tx, tenantId }: TenantScope): Promise<boolean> {
  const { rows } = await sql<{ is_locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('frontdesk.conversion ' || ${tenantId}, 0)) as is_locked`.execute(
    tx,
  );
  return rows[0]?.is_locked ?? false;
}

/** Claims marks. Marks made later, or by transactions that are not committed yet, stay for the next run. */
export async function takeMarks(
  { tx, tenantId }: TenantScope,
  now: Temporal.Instant,
  limit: number,
): Promise<Marked & { isMore: boolean }> {
  const { rows } = await sql<{ contact_id: string; is_whole: boolean }>`
    delete from conversion_marks m using (
      select id from conversion_marks where tenant_id = ${tenantId} and ready_at <= ${now} order by ready_at limit ${limit}
    ) ready
    where m.tenant_id = ${tenantId} and m.id = ready.id returning m.contact_id, m.is_whole`.execute(tx);
  const ids = (of: typeof rows) => [...new Set(of.map((row) => row.contact_id))];
  return {
    contactIds: ids(rows),
    wholeIds: ids(rows.filter((row) => row.is_whole)),
    isMore: rows.length === limit,
  };
}

/** Adds contacts to those to be measured. */
export async function markContacts({ tx, tenantId }: TenantScope, contactIds: readonly string[]): Promise<void> {
  await sql`
    insert into conversion_marks (tenant_id, contact_id)
    select ${tenantId}::uuid, id from unnest(${[...contactIds]}::uuid[]) id returning 1`.execute(tx);
}

/** Marks every contact who got a message, or was held out from one: the whole history is measured again. */
export async function markAllContactsDirty({ tx, tenantId }: TenantScope): Promise<void> {
  await sql`
    with marked as (
    insert into conversion_marks (tenant_id, contact_id, is_whole)
    select tenant_id, contact_id, true from messages
    where tenant_id = ${tenantId} and priority > ${PRIORITY.answer} and not is_test and contact_id is not null
      and (phase = 'left' or reason = 'control_group')
    union
    select tenant_id, contact_id, true from verdicts
    where tenant_id = ${tenantId} and rule = 'control_group' and outcome = 'skipped' and contact_id is not null
    returning 1
    )
    select`.execute(tx);
}

/**
 * Brings the facts of contacts, and the sums by day, in line with current messages, visits and orders. Idempotent.
 * Only one run at a time may call it: see {@link lockMeasuring}.
 */
export async function measure(
  { tx, tenantId }: TenantScope,
  { contactIds, wholeIds }: Marked,
  now: Temporal.Instant,
): Promise<void> {
  const opened = now.subtract({ hours: 24 * OPEN_DAYS });
  await sql`
    with person as (
      select id as contact_id, case when id = any(${wholeIds}::uuid[]) then '-infinity' else ${opened}::timestamptz end as since
      from unnest(${contactIds}::uuid[]) id
    ),
    occasion as materialized (${occasions(tenantId, now)}),
    purchase as materialized (${purchases(tenantId)}),
    -- Each for the last message of a sender before it.
    credited as materialized (
      select distinct on (o.sender_id, p.contact_id, p.id) o.id, o.is_control, o.is_service, o.at as sent_at, p.contact_id,
        p.id as purchase_id, p.at, p.at - o.at as after, p.total_minor, p.currency
      from occasion o
      join purchase p on p.contact_id = o.contact_id and p.at > o.at and p.at <= o.at + interval '30 days'
        and case when o.is_ahead then p.id = o.subject_id else p.id is distinct from o.subject_id end
      order by o.sender_id, p.contact_id, p.id, o.at desc, o.id desc
    ),
    -- The one message of each window that the purchase belongs to.
    ranked as materialized (
      select credited.*, ${sql.join(WINDOWS.map(isOwnWithin))}
      from credited
    ),
    came as (
      select id, coalesce(min(at) filter (where ${sql.join(
        OWN.map((name) => sql.ref(name)),
        sql` or `,
      )}), min(at)) as came_at,
        min(after) as after, (array_agg(currency order by at))[1] as currency,
        array_remove(array[${sql.join(WINDOWS.map(ownWindow))}], null)::smallint[] as own_windows
      from ranked group by id
    ),
    paid as (
      select came.id, ${sql.join(WINDOWS.map(spentWithin))}, ${sql.join(WINDOWS.map(ownSpentWithin))}
      from came join ranked c on c.id = came.id and c.currency = came.currency group by came.id
    ),
    measured as materialized (
      select ${tenantId}::uuid as tenant_id, o.id, o.sender_id, o.contact_id, o.branch_id, o.at,
        (o.at at time zone t.time_zone)::date as day, o.is_control, o.is_delivered, o.is_read, o.is_clicked, o.is_answered,
        case ${sql.join(WINDOWS.map(cameWithin), sql` `)} end::smallint as came_days, came.came_at,
        coalesce(came.own_windows, '{}') as own_windows,
        ${sql.join([...SPENT, ...OWN_SPENT].map((name) => sql`coalesce(paid.${sql.ref(name)}, 0) as ${sql.ref(name)}`))},
        coalesce(came.currency, '') as currency
      from occasion o
      join tenants t on t.id = ${tenantId}
      left join came on came.id = o.id
      left join paid on paid.id = o.id
      where o.is_open
    ),
    former as materialized (
      select f.* from person p join conversion_facts f on f.tenant_id = ${tenantId} and f.contact_id = p.contact_id and f.at >= p.since
    ),
    gone as (
      delete from conversion_facts f using former
      where f.tenant_id = ${tenantId} and f.id = former.id and not exists (select from measured m where m.id = former.id)
    ),
    written as (
      insert into conversion_facts as f (${COLUMNS})
      select ${COLUMNS} from measured m
      where not exists (select from former where former.id = m.id and ${ALL_OF('former')} is not distinct from ${ALL_OF('m')})
      on conflict (tenant_id, id) do update set ${sql.join(NAMES.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
    ),
    change as (
      select 1 as sign, ${COLUMNS} from measured union all select -1, ${COLUMNS} from former
    )
    insert into conversion_days as d (tenant_id, day, sender_id, branch_id, currency, is_control, ${sql.join(SUMS.map((name) => sql.ref(name)))})
    select tenant_id, day, sender_id, coalesce(branch_id, '00000000-0000-0000-0000-000000000000') as branch, currency, is_control,
      sum(sign) as sent, sum(sign * is_delivered::int), sum(sign * is_read::int), sum(sign * is_clicked::int), sum(sign * is_answered::int),
      ${sql.join(WINDOWS.map((days) => sql`coalesce(sum(sign) filter (where came_days <= ${sql.lit(days)}), 0)`))},
      ${sql.join(SPENT.map((name) => sql`sum(sign * ${sql.ref(name)})`))},
      ${sql.join(WINDOWS.map((days) => sql`coalesce(sum(sign) filter (where ${sql.lit(days)} = any(own_windows)), 0)`))},
      ${sql.join(OWN_SPENT.map((name) => sql`sum(sign * ${sql.ref(name)})`))}
    from change
    group by tenant_id, day, sender_id, branch, currency, is_control
    order by tenant_id, day, sender_id, branch, currency, is_control
    on conflict (tenant_id, day, sender_id, branch_id, currency, is_control) do update set
      ${sql.join(SUMS.map((name) => sql`${sql.ref(name)} = d.${sql.ref(name)} + excluded.${sql.ref(name)}`))}`.execute(
    tx,
  );
}

const WINDOWS = [7, 14, 21, 30] as const;
const LONGEST_WINDOW = 30;
const CAME = WINDOWS.map((days) => `came_${days}`);
const SPENT = WINDOWS.map((days) => `spent_${days}`);
/** Sums over purchases that belong to the message. */
const OWN_CAME = WINDOWS.map((days) => `own_came_${days}`);
const OWN_SPENT = WINDOWS.map((days) => `own_spent_${days}`);
const OWN = WINDOWS.map((days) => `is_own_${days}`);
const SUMS = ['sent', 'delivered', 'read', 'clicked', 'answered', ...CAME, ...SPENT, ...OWN_CAME, ...OWN_SPENT];
const MESSAGE_COLUMNS = [
  'tenant_id',
  'id',
  'sender_id',
  'contact_id',
  'branch_id',
  'at',
  'day',
  'is_control',
  'is_delivered',
];
const NAMES = [
  ...MESSAGE_COLUMNS,
  'is_read',
  'is_clicked',
  'is_answered',
  'came_days',
  'came_at',
  ...SPENT,
  'own_windows',
  ...OWN_SPENT,
  'currency',
];
const COLUMNS = sql.join(NAMES.map((name) => sql.ref(name)));
const ALL_OF = (table: string) => sql`(${sql.join(NAMES.map((name) => sql.ref(`${table}.${name}`)))})`;

const within = (days: number) => sql`interval '${sql.raw(String(days))} days'`;
const cameWithin = (days: number) => sql`when came.after <= ${within(days)} then ${sql.lit(days)}`;
/** Within a window a purchase belongs to the last promotional message, or else to the last of the others. */
const isOwnWithin = (days: number) => sql`
  not is_control and after <= ${within(days)} and id = first_value(id) over (
    partition by contact_id, purchase_id order by is_control or after > ${within(days)}, is_service, sent_at desc, id desc
  ) as ${sql.ref(`is_own_${days}`)}`;
const ownWindow = (days: number) => sql`case when bool_or(${sql.ref(`is_own_${days}`)}) then ${sql.lit(days)} end`;
const ownSpentWithin = (days: number) =>
  sql`coalesce(sum(c.total_minor) filter (where c.${sql.ref(`is_own_${days}`)}), 0)::bigint as ${sql.ref(`own_spent_${days}`)}`;
const spentWithin = (days: number) =>
  sql`coalesce(sum(c.total_minor) filter (where c.after <= ${within(days)}), 0)::bigint as ${sql.ref(`spent_${days}`)}`;

/**
 * Messages that were sent, and those held out for the control group: those to measure, and those before that a purchase may
 * belong to. Of the latter only those that would still have
 * been sent when due: a visit that was cancelled before is reminded of in neither group.
 */
function occasions(tenantId: string, now: Temporal.Instant): RawBuilder<unknown> {
  const slack = within(SLACK_DAYS + LONGEST_WINDOW);
  return sql`
    with message as materialized (
      select m.id, m.sender_id, m.contact_id, m.subject_id, m.step, m.occurrence, p.since, m.phase <> 'left' as is_control,
        case when m.phase = 'left' then coalesce(m.accepted_at, m.sent_at, m.delivered_at, m.due_at) else m.due_at end as at,
        m.delivered_at, m.read_at, m.replied_at, m.clicked_at, m.priority = ${PRIORITY.transactional} as is_service
      from person p
      join messages m on m.tenant_id = ${tenantId} and m.contact_id = p.contact_id and m.due_at >= p.since - ${slack}
        and m.priority > ${PRIORITY.answer} and not m.is_test
        and (m.phase = 'left' or m.phase = 'ended' and m.reason = 'control_group' and m.due_at <= ${now})
    ),
    verdict as materialized (
      select v.id, v.sender_id, v.contact_id, v.subject_id, v.step, v.occurrence, v.rule, v.decided_at, p.since,
        greatest(v.decided_at, (v.compared ->> 'wantedAt')::timestamptz) as at
      from person p
      join verdicts v on v.tenant_id = ${tenantId} and v.contact_id = p.contact_id and v.outcome = 'skipped'
        and v.message_id is null and v.decided_at >= p.since - ${slack}
    ),
    held as (
      select distinct on (sender_id, subject_id, step, occurrence)
        first_value(id) over (partition by sender_id, subject_id, step, occurrence order by decided_at, id) as id,
        id as last_id, sender_id, contact_id, subject_id, step, occurrence, since, at, decided_at
      from verdict where rule = 'control_group' order by sender_id, subject_id, step, occurrence, decided_at desc, verdict.id desc
    ),
    found as (
      select id, sender_id, contact_id, subject_id, step, occurrence, since, at, is_control, delivered_at, read_at, replied_at, clicked_at, is_service
      from message
      union all
      select id, sender_id, contact_id, subject_id, step, occurrence, since, at, true, null, null, null, null, false from held
      where at <= ${now}
        and not exists (
          select from verdict other
          where other.sender_id = held.sender_id and other.subject_id = held.subject_id and other.step = held.step
            and (other.decided_at, other.id) > (held.decided_at, held.last_id) and other.decided_at <= held.at
            and (other.rule <> 'control_group' or other.occurrence > held.occurrence)
        )
        and not exists (
          select from message m where m.sender_id = held.sender_id and m.subject_id = held.subject_id and m.step = held.step
            and m.occurrence = held.occurrence
        )
    )
    select found.id, found.sender_id, found.contact_id, found.subject_id, found.at, found.is_control, found.is_service,
      found.at >= found.since as is_open,
      coalesce(found.delivered_at, found.read_at, found.replied_at, found.clicked_at) is not null as is_delivered,
      coalesce(found.read_at, found.replied_at, found.clicked_at) is not null as is_read,
      found.clicked_at is not null as is_clicked, found.replied_at is not null as is_answered,
      coalesce(flow.kind = any(${KINDS_OF_VISIT_AHEAD}::text[]), false) as is_ahead, coalesce(visit.branch_id, ordered.branch_id) as branch_id
    from found
    left join flows flow on flow.tenant_id = ${tenantId} and flow.id = found.sender_id
    left join visits visit on visit.tenant_id = ${tenantId} and visit.id = found.subject_id
    left join orders ordered on ordered.tenant_id = ${tenantId} and ordered.id = found.subject_id
    where found.at >= found.since - ${within(LONGEST_WINDOW)}`;
}

/** Visits the contact came to, and orders that were not cancelled. */
function purchases(tenantId: string): RawBuilder<unknown> {
  return sql`
    select v.id, v.contact_id, v.starts_at as at, v.total_minor, b.currency
    from person p
    join visits v on v.tenant_id = ${tenantId} and v.contact_id = p.contact_id and v.status = 'arrived' and v.starts_at >= p.since
    join branches b on b.tenant_id = ${tenantId} and b.id = v.branch_id
    union all
    select o.id, o.contact_id, o.placed_at, o.total_minor, b.currency
    from person p
    join orders o on o.tenant_id = ${tenantId} and o.contact_id = p.contact_id and o.status <> 'Cancelled' and o.placed_at >= p.since
    join branches b on b.tenant_id = ${tenantId} and b.id = o.branch_id`;
}
