import { sql } from 'kysely';
import { z } from 'zod';
import { ConversationId } from '#contract/conversations/calls.ts';
import { type ItemVerdict, QualityCase, QualityCaseId, QualityReportId, VerdictId } from '#contract/quality/reports.ts';
import { RecordingId, SpokenLine, TalkId } from '#contract/quality/talks.ts';
import { DISPUTE_STATES, VERDICTS, type Verdict } from '#contract/quality/values.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { readCursor } from '#server/platform/values/cursor.ts';
import { newId } from '#server/platform/values/ids.ts';
import { orNull } from '#server/platform/values/reading.ts';

type CaseRow = {
  id: string;
  report_id: string;
  employee: string;
  is_bot: boolean;
  from_line: number;
  to_line: number;
  state: string;
  trouble: string | null;
  score: number | null;
  is_critical_missed: boolean;
  missed: number;
  cost_micro_usd: number;
  talk_id: string;
  kind: string;
  source: string;
  title: string;
  started_at: Temporal.Instant;
  line_count: number;
  seconds: number | null;
  employees: unknown;
  conversation_id: string | null;
  recording_id: string | null;
  sort: number;
};

const CASE = sql`c.id, c.report_id, c.employee, c.is_bot, c.from_line, c.to_line, c.state, c.trouble, c.score,
  c.is_critical_missed, c.missed, c.cost_micro_usd, c.talk_id, t.kind, t.source, t.title, t.started_at, t.line_count,
  t.seconds, t.employees, t.conversation_id, t.recording_id, coalesce(c.score, 101::real) as sort`;

const ByScore = z.tuple([z.number(), QualityCaseId]);

export type CaseFilter = {
  cursor?: string | undefined;
  limit: number;
  employee?: string | undefined;
  itemId?: string | undefined;
  state?: QualityCase['state'] | undefined;
};

/** A case with its place in the list. */
export type ListedCase = QualityCase & { sort: number };

/** The lowest score first, and one more than the limit where there are more. */
export async function listCaseRows(
  { tx, tenantId }: TenantScope,
  reportId: QualityReportId,
  { cursor, limit, employee, itemId, state }: CaseFilter,
): Promise<ListedCase[]> {
  const after = readCursor(cursor, ByScore);
  const conditions = [
    ...(after ? [sql`(coalesce(c.score, 101::real), c.id) > (${after[0]}::real, ${after[1]}::uuid)`] : []),
    ...(employee === undefined ? [] : [sql`c.employee = ${employee}`]),
    ...(state === undefined ? [] : [sql`c.state = ${state}`]),
    ...(itemId === undefined
      ? []
      : [
          sql`exists (select from quality_verdicts v where v.tenant_id = ${tenantId} and v.case_id = c.id
            and v.item_id = ${itemId} and v.verdict = 'no')`,
        ]),
  ];
  const where = sql.join([sql`c.tenant_id = ${tenantId} and c.report_id = ${reportId}`, ...conditions], sql` and `);
  const { rows } = await sql<CaseRow>`
    select ${CASE} from quality_cases c join quality_talks t on t.tenant_id = ${tenantId} and t.id = c.talk_id
    where ${where} order by coalesce(c.score, 101::real), c.id limit ${limit + 1}`.execute(tx);
  return rows.map((row) => ({ ...toCase(row), sort: row.sort }));
}

export type FoundCase = QualityCase & { reportId: QualityReportId; transcript: SpokenLine[] };

export async function findCase({ tx, tenantId }: TenantScope, id: QualityCaseId): Promise<FoundCase | null> {
  const { rows } = await sql<CaseRow & { lines: unknown }>`
    select ${CASE}, t.lines from quality_cases c join quality_talks t on t.tenant_id = ${tenantId} and t.id = c.talk_id
    where c.tenant_id = ${tenantId} and c.id = ${id}`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  return {
    ...toCase(row),
    reportId: QualityReportId.parse(row.report_id),
    transcript: z.array(SpokenLine).parse(row.lines),
  };
}

function toCase(row: CaseRow): QualityCase {
  return QualityCase.parse({
    id: row.id,
    talk: {
      id: TalkId.parse(row.talk_id),
      kind: row.kind,
      source: row.source,
      title: row.title,
      startedAt: row.started_at.toString(),
      lines: row.line_count,
      seconds: row.seconds,
      employees: row.employees,
      conversationId: orNull(ConversationId, row.conversation_id),
      recordingId: orNull(RecordingId, row.recording_id),
    },
    employee: row.employee,
    isBot: row.is_bot,
    fromLine: row.from_line,
    toLine: row.to_line,
    state: row.state,
    trouble: row.trouble,
    score: row.score,
    isCriticalMissed: row.is_critical_missed,
    missed: row.missed,
    costMicroUsd: Number(row.cost_micro_usd),
  });
}

type VerdictRow = {
  id: string;
  case_id: string;
  item_id: string;
  verdict: string;
  model_verdict: string;
  quote: string | null;
  line: number | null;
  second: number | null;
  comment: string;
  root_cause: string | null;
  changed_by: string | null;
  dispute_id: string | null;
  dispute_state: string | null;
  wanted: string | null;
  reason: string | null;
  dispute_by: string | null;
  disputed_at: Temporal.Instant | null;
};

/** A verdict without the words of its item. */
export type StoredVerdict = Omit<ItemVerdict, 'words'> & { caseId: QualityCaseId };

/** Verdicts of a case, or one verdict, with the latest dispute of each. */
export async function listVerdicts(
  { tx, tenantId }: TenantScope,
  of: { caseId: QualityCaseId } | { id: VerdictId },
): Promise<StoredVerdict[]> {
  const which = 'id' in of ? sql`v.id = ${of.id}` : sql`v.case_id = ${of.caseId}`;
  const { rows } = await sql<VerdictRow>`
    select v.id, v.case_id, v.item_id, v.verdict, v.model_verdict, v.quote, v.line, v.second, v.comment, v.root_cause,
      coalesce(by.full_name, by.email) as changed_by, d.id as dispute_id, d.state as dispute_state, d.wanted, d.reason,
      coalesce(author.full_name, author.email) as dispute_by, d.created_at as disputed_at
    from quality_verdicts v
    left join members by on by.tenant_id = ${tenantId} and by.id = v.changed_by
    left join lateral (
      select * from quality_disputes q where q.tenant_id = ${tenantId} and q.verdict_id = v.id
      order by q.created_at desc, q.id desc limit 1
    ) d on true
    left join members author on author.tenant_id = ${tenantId} and author.id = d.created_by
    where v.tenant_id = ${tenantId} and ${which}`.execute(tx);
  return rows.map(toVerdict);
}

function toVerdict(row: VerdictRow): StoredVerdict {
  const name = (text: string): Verdict => z.enum(VERDICTS).parse(text);
  return {
    id: VerdictId.parse(row.id),
    caseId: QualityCaseId.parse(row.case_id),
    itemId: row.item_id,
    verdict: name(row.verdict),
    modelVerdict: name(row.model_verdict),
    quote: row.quote,
    line: row.line,
    second: row.second,
    comment: row.comment,
    rootCause: row.root_cause,
    changedBy: row.changed_by,
    dispute:
      row.dispute_id === null
        ? null
        : {
            id: row.dispute_id,
            state: z.enum(DISPUTE_STATES).parse(row.dispute_state),
            wanted: name(row.wanted ?? ''),
            reason: row.reason ?? '',
            by: row.dispute_by ?? '',
            createdAt: row.disputed_at?.toString() ?? '',
          },
  };
}

export async function changeVerdict(
  { tx, tenantId }: TenantScope,
  id: VerdictId,
  { verdict, rootCause, by, at }: { verdict: Verdict; rootCause: string | null; by: MemberId; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('quality_verdicts')
    .set({ verdict, root_cause: rootCause, changed_by: by, changed_at: at })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

export type NewDispute = {
  wanted: 'yes' | 'no' | 'na';
  reason: string;
  rootCause: string | null;
  by: MemberId;
  at: Temporal.Instant;
};

/** Opens a dispute; one that is open takes the new words. */
export async function saveDispute(
  { tx, tenantId }: TenantScope,
  verdictId: VerdictId,
  { wanted, reason, rootCause, by, at }: NewDispute,
): Promise<void> {
  const words = { wanted, reason, root_cause: rootCause, created_by: by, created_at: at };
  await tx
    .insertInto('quality_disputes')
    .values({ tenant_id: tenantId, id: newId(z.uuid()), verdict_id: verdictId, state: 'open', ...words })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'verdict_id']).where('state', '=', sql.lit('open')).doUpdateSet(words),
    )
    .execute();
}

export type StoredDispute = {
  id: string;
  verdictId: VerdictId;
  state: (typeof DISPUTE_STATES)[number];
  wanted: Verdict;
  rootCause: string | null;
};

/** Locks the dispute until the transaction ends. */
export async function findDisputeForUpdate({ tx, tenantId }: TenantScope, id: string): Promise<StoredDispute | null> {
  const row = await tx
    .selectFrom('quality_disputes')
    .select(['id', 'verdict_id', 'state', 'wanted', 'root_cause'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    verdictId: VerdictId.parse(row.verdict_id),
    state: z.enum(DISPUTE_STATES).parse(row.state),
    wanted: z.enum(VERDICTS).parse(row.wanted),
    rootCause: row.root_cause,
  };
}

/** Resolves the open dispute of a verdict, where there is one. */
export async function resolveOpen(
  { tx, tenantId }: TenantScope,
  verdictId: VerdictId,
  { state, by, at }: { state: 'changed' | 'kept'; by: MemberId; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('quality_disputes')
    .set({ state, resolved_by: by, resolved_at: at })
    .where('tenant_id', '=', tenantId)
    .where('verdict_id', '=', verdictId)
    .where('state', '=', 'open')
    .execute();
}
