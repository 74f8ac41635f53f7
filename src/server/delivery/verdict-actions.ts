import { randomUUIDv7 } from 'node:crypto';
import type { TenantScope } from '#server/platform/db.ts';
import type { Decided } from './claim-queries.ts';
import { lateness } from './dispatch-rules.ts';
import { type CancelledMessage, insertVerdicts, type NewVerdict } from './queries.ts';
import type { OutlivedMessage } from './sweep-queries.ts';

/** Why a flow's message was not sent, or not yet; what is sent as planned needs no second word. */
export async function keepVerdicts(
  scope: TenantScope,
  decided: readonly Decided[],
  now: Temporal.Instant,
): Promise<void> {
  const verdicts = decided.flatMap(({ row, decision }) => {
    if ((decision.kind !== 'skip' && decision.kind !== 'defer') || !decision.rule) return [];
    const { rule, compared } = decision;
    const outcome = decision.kind === 'skip' ? ('skipped' as const) : ('deferred' as const);
    return dueVerdict(row, { outcome, rule, compared, until: decision.kind === 'defer' ? decision.until : null });
  });
  if (verdicts.length > 0) await insertVerdicts(scope, verdicts, now);
}

/** What waited until it was of no use is told with what it waited for. */
export async function keepOutlived(
  scope: TenantScope,
  outlived: readonly OutlivedMessage[],
  now: Temporal.Instant,
): Promise<void> {
  const verdicts = outlived.flatMap(({ useBy, heldBy, ...row }) => {
    const compared = lateness(useBy, heldBy, now);
    return dueVerdict(row, { outcome: 'skipped', rule: 'too_late', compared, until: null });
  });
  if (verdicts.length > 0) await insertVerdicts(scope, verdicts, now);
}

/** None of what no flow planned: its row says all. */
function dueVerdict(
  { id, flowId, flowVersion, subject, contactId, step, occurrence }: CancelledMessage,
  made: Pick<NewVerdict, 'outcome' | 'rule' | 'compared' | 'until'>,
) {
  if (!flowId || !subject || flowVersion === null) return [];
  const about = { flowId, flowVersion, subject, contactId, step, occurrence };
  return [{ ...about, ...made, id: randomUUIDv7(), eventId: null, messageId: id, stage: 'due' as const }];
}
