import { type MailingErrorCode, MailingId } from '#contract/mailings/calls.ts';
import type { contentRejected } from '#server/delivery/jobs.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import type { EventOf } from '#server/platform/events/events.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { findMailingForUpdate, setMailingStatus } from '#server/mailings/storage/queries.ts';
import { listMailingsByStatus, listTenantsWithMailings } from './running-queries.ts';
import { queueFeed } from './queueing.ts';
import { loadSnapshot } from './snapshot.ts';
import { goLive } from './status-actions.ts';
import { changeTrouble, resolveTrouble, stopWith } from './stopping.ts';
import { requiredTariffs } from './tariffs.ts';
import { troubleOf } from './trouble-rules.ts';

// NOTE: a process: it goes through cabinets or batches, one transaction each.

/** Errors that end without the owner: the provider approves a template, a channel works again. */
const HEALING: ReadonlySet<MailingErrorCode> = new Set(['template_barred', 'channels_gone']);

/**
 * Has working mailings look at their channels and templates, and continues those whose trouble an outside system has
 * resolved. Safe to repeat.
 */
export async function checkMailings(scope: ActionScope): Promise<void> {
  for (const id of await listMailingsByStatus(scope, ['working'])) await queueFeed(scope, id);
  for (const id of await listMailingsByStatus(scope, ['error'])) {
    const mailing = await findMailingForUpdate(scope, id);
    if (mailing?.status !== 'error' || mailing.errorCode === null) continue;
    const trouble = troubleOf((await loadSnapshot(scope, mailing)).ways);
    if (mailing.errorCode === 'content_rejected' && trouble?.code === 'template_barred') {
      await changeTrouble(scope, mailing, trouble);
      continue;
    }
    if (trouble || !HEALING.has(mailing.errorCode)) continue;
    await resolveTrouble(scope, id, scope.clock.now());
    await goLive(scope, mailing);
    await announce(scope, 'mailings');
  }
}

/**
 * Stops a mailing whose text the provider rejects: for good, or as long as its template is barred. The state of the template
 * may be reported after the refusal.
 */
export async function stopRejectedMailing(
  scope: ActionScope,
  { facts: { senderId, text } }: EventOf<typeof contentRejected>,
): Promise<void> {
  const mailing = await findMailingForUpdate(scope, MailingId.parse(senderId));
  if (mailing?.status !== 'working' || mailing.isDeleted) return;
  const trouble = troubleOf((await loadSnapshot(scope, mailing)).ways);
  const isBarred = trouble?.code === 'template_barred';
  await stopWith(scope, mailing, isBarred ? trouble : { code: 'content_rejected', reason: text });
}

/** Sets mailings that the tariff lacks to `unavailable`, and continues those of a tariff that is paid again. Safe to repeat. */
export async function followTariff(scope: ActionScope): Promise<void> {
  const isMissing = (await requiredTariffs(scope, scope.clock.now())).length > 0;
  const ids = await listMailingsByStatus(scope, isMissing ? ['waiting', 'working', 'error'] : ['unavailable']);
  for (const id of ids) {
    const mailing = await findMailingForUpdate(scope, id);
    if (!mailing) continue;
    if (isMissing) await end(scope, mailing);
    else await bringBack(scope, mailing);
  }
  if (ids.length > 0) await announce(scope, 'mailings');
}

type Locked = NonNullable<Awaited<ReturnType<typeof findMailingForUpdate>>>;

/** NOTE: its planned messages are taken back when they are due. */
async function end(scope: ActionScope, { id, status, errorCode, errorReason }: Locked): Promise<void> {
  if (status === 'unavailable') return;
  const change = { status: 'unavailable', statusBefore: status, errorCode, errorReason } as const;
  await setMailingStatus(scope, id, change, scope.clock.now());
}

async function bringBack(scope: ActionScope, mailing: Locked): Promise<void> {
  const { id, status, statusBefore, errorCode, errorReason } = mailing;
  if (status !== 'unavailable' || statusBefore === null) return;
  if (statusBefore === 'error')
    return setMailingStatus(scope, id, { status: statusBefore, errorCode, errorReason }, scope.clock.now());
  await goLive(scope, mailing);
}

/** Looks after the mailings of every tenant once an hour: tariffs end, and channels change, without an event. */
export async function checkAllMailings(ctx: Context, signal: AbortSignal): Promise<void> {
  for (const tenantId of await withSystem(ctx, listTenantsWithMailings)) {
    if (signal.aborted) return;
    await withTenant(ctx, tenantId, async (scope) => {
      await followTariff(scope);
      await checkMailings(scope);
    });
  }
}
