import type { z } from 'zod';
import type { MailingId } from '#contract/mailings/calls.ts';
import { nextDueBySender } from '#server/delivery/planning/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { isBefore, laterOf } from '#server/platform/values/instant-rules.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { findWinner, variantsOf } from '#server/mailings/deciding/experiment-rules.ts';
import { decideMailingJob } from '#server/mailings/jobs.ts';
import { countVariants } from '#server/mailings/recipients/variant-queries.ts';
import { getAliveForUpdate, isOver } from '#server/mailings/storage/alive.ts';
import { findMailingForUpdate, saveExperiment, setMailingStatus } from '#server/mailings/storage/queries.ts';
import { isOnTrial, type StoredMailing } from '#server/mailings/storage/stored-mailings.ts';
import { queueFeed, queueWork } from './queueing.ts';
import { resolveTrouble, stopWith } from './stopping.ts';

/** Seconds until the test is looked at again while its messages are being sent. */
const AGAIN_S = 5;

/** Queues the comparison once the last message of the test has left; until then looks again. */
export async function awaitWinner(
  scope: ActionScope,
  { id, settings, decidesAt }: StoredMailing,
  { sending, now }: { sending: number; now: Temporal.Instant },
): Promise<void> {
  const nextDue = (await nextDueBySender(scope)).get(id);
  if (sending > 0 || nextDue) {
    const soon = now.add({ seconds: AGAIN_S });
    return queueFeed(scope, id, nextDue ? laterOf(nextDue, soon) : soon);
  }
  const runAt = decidesAt ?? now.add({ hours: settings.experiment?.decideAfterHours ?? 0 });
  if (decidesAt === null) {
    await saveExperiment(scope, id, { decides_at: runAt });
    await announce(scope, 'mailings');
  }
  await enqueue(scope, decideMailingJob, { tenantId: scope.tenantId, mailingId: id }, { runAt });
}

/** Compares the texts of an A/B test, and goes on with the best or stops. Safe to repeat. */
export async function decideMailing(
  scope: ActionScope,
  { mailingId }: z.infer<typeof decideMailingJob.payload>,
): Promise<void> {
  const mailing = await findMailingForUpdate(scope, mailingId);
  if (!mailing || mailing.isDeleted || mailing.status !== 'working' || !isOnTrial(mailing)) return;
  const { decidesAt, settings } = mailing;
  const { experiment } = settings;
  if (!experiment || decidesAt === null || isBefore(scope.clock.now(), decidesAt)) return;
  const counts = await countVariants(scope, mailingId, experiment);
  const winner = findWinner(variantsOf(counts, { content: settings.content, experiment }), experiment);
  if (winner === null) return stopWith(scope, mailing, { code: 'no_winner', reason: '' });
  await saveExperiment(scope, mailingId, { winner });
  await queueFeed(scope, mailingId);
  await announce(scope, 'mailings');
}

/**
 * Sets the text that goes to the recipients beside the test. A mailing that stopped for want of a winner goes on.
 * @throws {Problem} `distribution.wrong_status` where no test is open
 */
export async function chooseWinner(scope: ActionScope, id: MailingId, variant: number): Promise<void> {
  const mailing = await getAliveForUpdate(scope, id);
  const { experiment } = mailing.settings;
  if (!experiment || mailing.winner !== null || mailing.startedAt === null || isOver(mailing.status))
    throw new Problem('distribution.wrong_status', { status: mailing.status });
  if (variant > experiment.variants.length) throw wrongField('variant', 'not_found');
  await saveExperiment(scope, id, { winner: variant });
  const now = scope.clock.now();
  if (mailing.status === 'error' && mailing.errorCode === 'no_winner') {
    await setMailingStatus(scope, id, { status: 'working' }, now);
    await resolveTrouble(scope, id, now);
    await queueWork(scope, mailing);
  } else if (mailing.status === 'working') await queueFeed(scope, id);
  await announce(scope, 'mailings');
}
