import type { z } from 'zod';
import type { MailingId, MailingStatus } from '#contract/mailings/calls.ts';
import { countsBySender } from '#server/delivery/planning/actions.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import type { startMailingJob } from '#server/mailings/jobs.ts';
import { getAliveForUpdate } from '#server/mailings/storage/alive.ts';
import { findMailingForUpdate, saveJudged, saveWave, setMailingStatus } from '#server/mailings/storage/queries.ts';
import type { StoredMailing } from '#server/mailings/storage/stored-mailings.ts';
import type { SenderChanger } from '#server/senders/port.ts';
import { refuseUnready } from './going-live.ts';
import { queueStart, queueWork } from './queueing.ts';
import { addNextRun, renewStart } from './repeating.ts';
import { resolveTrouble } from './stopping.ts';
import { takeBack } from './taking-back.ts';
import { listDropped, unmarkPlanned } from './wave-queries.ts';

type MailingChanger = SenderChanger<StoredMailing>;

/** The statuses from which a person may move a mailing. */
const FROM: Readonly<Record<'start' | 'pause' | 'continue' | 'cancel', readonly MailingStatus[]>> = {
  start: ['none'],
  pause: ['waiting', 'working', 'error'],
  continue: ['pause', 'error', 'unavailable'],
  cancel: ['waiting', 'working', 'pause', 'error', 'unavailable'],
};

function refuseWrong(action: keyof typeof FROM, { status }: StoredMailing): void {
  if (!FROM[action].includes(status)) throw new Problem('distribution.wrong_status', { status });
}

const start: MailingChanger = async (scope, mailing) => {
  refuseWrong('start', mailing);
  await refuseUnready(scope, mailing);
  await goLive(scope, mailing);
};

export const pause: MailingChanger = async (scope, mailing) => {
  refuseWrong('pause', mailing);
  const now = scope.clock.now();
  await setMailingStatus(scope, mailing.id, { status: 'pause' }, now);
  await resolveTrouble(scope, mailing.id, now);
  await takeBack(scope, mailing.id, { rule: 'mailing_paused' });
};

export const resume: MailingChanger = async (scope, mailing) => {
  refuseWrong('continue', mailing);
  await refuseUnready(scope, mailing);
  await resolveTrouble(scope, mailing.id, scope.clock.now());
  await goLive(scope, mailing);
};

export const cancel: MailingChanger = async (scope, mailing) => {
  refuseWrong('cancel', mailing);
  const now = scope.clock.now();
  await setMailingStatus(scope, mailing.id, { status: 'canceled', finishedAt: now }, now);
  await resolveTrouble(scope, mailing.id, now);
  await takeBack(scope, mailing.id, { rule: 'mailing_canceled' });
};

/** Sets a locked mailing to work: at once, or when its start comes. It goes on where it was. */
export async function goLive(scope: ActionScope, locked: StoredMailing): Promise<void> {
  const isFirstStart = locked.startedAt === null;
  const mailing = isFirstStart && locked.status !== 'waiting' ? await renewStart(scope, locked) : locked;
  const { id, settings, startedAt } = mailing;
  const now = scope.clock.now();
  const { startsAt } = settings.timing;
  if (isFirstStart && startsAt !== null && isAfter(Temporal.Instant.from(startsAt), now)) {
    await setMailingStatus(scope, id, { status: 'waiting', mode: 'combat' }, now);
    return queueStart(scope, mailing);
  }
  await setMailingStatus(scope, id, { status: 'working', mode: 'combat', startedAt: startedAt ?? now }, now);
  const freed = await unmarkPlanned(scope, id, await listDropped(scope, id));
  await saveWave(scope, mailing, { planned: -freed, nextWaveAt: null, heldBy: null });
  const { sent = 0, failed = 0 } = (await countsBySender(scope, [id])).get(id) ?? {};
  await saveJudged(scope, id, { sent, failed, isProven: false });
  await queueWork(scope, mailing);
  if (isFirstStart) await addNextRun(scope, mailing);
}

/** Starts a mailing whose time has come. Safe to repeat. */
export async function startWaiting(
  scope: ActionScope,
  { mailingId }: z.infer<typeof startMailingJob.payload>,
): Promise<void> {
  const mailing = await findMailingForUpdate(scope, mailingId);
  if (!mailing || mailing.isDeleted || mailing.status !== 'waiting') return;
  await goLive(scope, mailing);
  await announce(scope, 'mailings');
}

/** @throws {Problem} `distribution.changed_meanwhile` where the member saw the check of another version */
export async function startMailing(scope: MemberScope, id: MailingId, baseVersion: number): Promise<void> {
  const mailing = await getAliveForUpdate(scope, id);
  if (mailing.version !== baseVersion)
    throw new Problem('distribution.changed_meanwhile', { version: mailing.version });
  await start(scope, mailing);
  await announce(scope, 'mailings');
}
