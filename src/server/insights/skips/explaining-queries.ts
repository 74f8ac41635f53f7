import { sql } from 'kysely';
import { z } from 'zod';
import { DecisionRule, MessageStatus } from '#contract/delivery/calls.ts';
import { FlowId } from '#contract/flows/calls.ts';
import type { Explanation } from '#contract/insights/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { orNull } from '#server/platform/values/reading.ts';

/** The latest stored decision about one step, with the outcome of its message. */
export type StoredVerdict = {
  flowId: FlowId;
  subjectId: string;
  verdict: Omit<Explanation, 'subject' | 'visit' | 'basis'>;
};

const Outcome = z.enum(['planned', 'send', 'deferred', 'skipped', 'cancelled']);
const Compared = z.record(z.string(), z.unknown());

/** Lists the latest decision of each flow about each step for each of its subjects. */
export async function listLatestVerdicts(
  { tx, tenantId }: TenantScope,
  flowIds: readonly FlowId[],
  subjectIds: readonly string[],
): Promise<StoredVerdict[]> {
  if (subjectIds.length === 0) return [];
  const { rows } = await sql<{
    id: string;
    sender_id: string;
    subject_id: string;
    step: number;
    outcome: string;
    rule: string;
    compared: unknown;
    decided_at: Temporal.Instant;
    message_id: string | null;
    message_status: string | null;
  }>`
    select distinct on (v.sender_id, v.subject_id, v.step) v.id, v.sender_id, v.subject_id, v.step, v.outcome, v.rule, v.compared, v.decided_at,
      v.message_id, m.status as message_status
    from verdicts v
    left join messages m on m.tenant_id = v.tenant_id and m.id = v.message_id
    where v.tenant_id = ${tenantId} and v.subject_id = any(${[...subjectIds]}::uuid[]) and v.sender_id = any(${[...flowIds]}::uuid[])
    order by v.sender_id, v.subject_id, v.step, v.decided_at desc, v.id desc`.execute(tx);
  return rows.map((row) => ({
    flowId: FlowId.parse(row.sender_id),
    subjectId: row.subject_id,
    verdict: {
      step: row.step,
      outcome: Outcome.parse(row.outcome),
      rule: DecisionRule.parse(row.rule),
      compared: Compared.parse(row.compared),
      at: row.decided_at.toString(),
      entryId: row.message_id ?? row.id,
      messageStatus: orNull(MessageStatus, row.message_status),
    },
  }));
}
