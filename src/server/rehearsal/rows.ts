import { sql } from 'kysely';
import { z } from 'zod';
import { DecisionRule } from '#contract/delivery/calls.ts';
import type { RehearsalId, RehearsalRow, RehearsalSummary } from '#contract/rehearsal/calls.ts';
import { SubjectKind } from '#contract/subjects/subjects.ts';
import { isBeyond, readCursor, toPage } from '#server/platform/values/cursor.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import { sumByCurrency } from '#server/texts/content/price-rules.ts';
import { zoneOfSubject } from '#server/subjects/zone-reads.ts';
import type { RehearsedRow } from './rules.ts';

export type ShownRow = RehearsedRow & { isBusy: boolean };

export async function insertRows(
  { tx, tenantId }: TenantScope,
  id: RehearsalId,
  rows: readonly ShownRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map((row) => ({
    id: newId(z.uuid()),
    flow_index: row.flowIndex,
    contact_id: row.contactId,
    subject_kind: row.subject.kind,
    subject_id: row.subject.id,
    outcome: row.outcome,
    rule: row.rule,
    compared: row.compared,
    at: row.at.toString(),
    body: row.body,
    is_busy: row.isBusy,
    price: row.price?.amount,
    currency: row.price?.currency,
  }));
  await sql`
    insert into rehearsal_rows (tenant_id, rehearsal_id, id, flow_index, contact_id, subject_kind, subject_id, outcome,
      rule, compared, at, body, is_busy, price, currency)
    select ${tenantId}::uuid, ${id}::uuid, w.*
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as w (
      id uuid, flow_index int, contact_id uuid, subject_kind text, subject_id uuid, outcome text, rule text,
      compared jsonb, at timestamptz, body text, is_busy boolean, price double precision, currency text)
    returning 1`.execute(tx);
}

/** Sums what providers would charge. */
export async function sumPrices(
  { tx, tenantId }: TenantScope,
  id: RehearsalId,
): Promise<Pick<RehearsalSummary, 'prices' | 'unpriced'>> {
  const { rows } = await sql<{ amount: number | null; currency: string | null; messages: number }>`
    select sum(price) as amount, currency, count(*)::int as messages from rehearsal_rows
    where tenant_id = ${tenantId} and rehearsal_id = ${id} and outcome = 'sent' group by currency`.execute(tx);
  return {
    prices: sumByCurrency(
      rows.flatMap(({ amount, currency }) => (amount === null || currency === null ? [] : [{ amount, currency }])),
    ),
    unpriced: rows.find(({ currency }) => currency === null)?.messages ?? 0,
  };
}

const RowCursor = z.tuple([z.iso.datetime(), z.uuid()]);

export async function pageOfRows(
  { tx, tenantId }: TenantScope,
  id: RehearsalId,
  filter: {
    outcome: 'sent' | 'skipped';
    rule?: DecisionRule | undefined;
    busy?: boolean | undefined;
    flowIndex?: number | undefined;
    /** Half-open interval: `to` is excluded. */
    within?: { from: Temporal.Instant; to: Temporal.Instant } | undefined;
    /** The start of the period. */
    from: Temporal.Instant;
    cursor?: string | undefined;
    limit: number;
  },
): Promise<{ items: z.input<typeof RehearsalRow>[]; nextCursor: string | null }> {
  const after = readCursor(filter.cursor, RowCursor);
  const rows = await tx
    .selectFrom('rehearsal_rows as r')
    .leftJoin('contacts as c', (join) =>
      join.onRef('c.tenant_id', '=', 'r.tenant_id').onRef('c.id', '=', 'r.contact_id'),
    )
    .selectAll('r')
    .select(['c.name', 'c.phone'])
    .select(
      zoneOfSubject(tenantId, { kind: 'r.subject_kind', id: 'r.subject_id', contact: 'r.contact_id' }).as('time_zone'),
    )
    .where('r.tenant_id', '=', tenantId)
    .where('r.rehearsal_id', '=', id)
    .where('r.outcome', '=', filter.outcome)
    .where('r.at', '>=', filter.from)
    .$if(filter.rule !== undefined, (query) => query.where('r.rule', '=', filter.rule ?? ''))
    .$if(filter.busy === true, (query) => query.where('r.is_busy', '=', true))
    .$if(filter.flowIndex !== undefined, (query) => query.where('r.flow_index', '=', filter.flowIndex ?? 0))
    .$if(filter.within !== undefined, (query) =>
      query.where(
        sql<boolean>`r.at >= ${filter.within?.from.toString()}::timestamptz and r.at < ${filter.within?.to.toString()}::timestamptz`,
      ),
    )
    .where(isBeyond([sql.ref('r.at'), sql.ref('r.id')], after, 'asc'))
    .orderBy('r.at')
    .orderBy('r.id')
    .limit(filter.limit + 1)
    .execute();
  return toPage(
    rows,
    filter.limit,
    (row) => ({
      id: row.id,
      flowIndex: row.flow_index,
      contactId: row.contact_id,
      contactName: row.name ?? '',
      phone: row.phone,
      subjectKind: SubjectKind.parse(row.subject_kind),
      subjectId: row.subject_id,
      outcome: row.outcome === 'sent' ? ('sent' as const) : ('skipped' as const),
      rule: DecisionRule.parse(row.rule),
      compared: z.record(z.string(), z.unknown()).parse(row.compared),
      at: row.at.toString(),
      timeZone: row.time_zone,
      body: row.body,
      isBusy: row.is_busy,
    }),
    (row) => [row.at.toString(), row.id],
  );
}
