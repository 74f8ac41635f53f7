import { randomUUIDv7 } from 'node:crypto';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { Decided } from './claim-queries.ts';
import { lateness } from '#server/delivery/ledger/dispatch-rules.ts';
import { type CancelledMessage, insertVerdicts, type NewVerdict } from '#server/delivery/ledger/queries.ts';
import type { OutlivedMessage } from './sweep-queries.ts';

/** Records why messages were not sent, or not yet. Only deviations from the plan get a verdict. */
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

/** Records messages that waited until they were of no use, with the rule that held them. */
export async function recordExpiredVerdicts(
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

/** The verdict of a due message; null for a message without a subject or a version, which no decision planned. */
function dueVerdict(
  { id, senderId, senderVersion, subject, contactId, step, occurrence }: CancelledMessage,
  made: Pick<NewVerdict, 'outcome' | 'rule' | 'compared' | 'until'>,
) {
  if (!subject || senderVersion === null) return [];
  const about = { senderId, senderVersion, subject, contactId, step, occurrence };
  return [{ ...about, ...made, id: randomUUIDv7(), eventId: null, messageId: id, stage: 'due' as const }];
}
