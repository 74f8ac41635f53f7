import { MailingId, type MailingSettings } from '#contract/mailings/calls.ts';
import { nextRun } from '#server/mailings/deciding/repeats.ts';
import { insertMailing, setMailingStart } from '#server/mailings/storage/queries.ts';
import type { StoredMailing } from '#server/mailings/storage/stored-mailings.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { newId } from '#server/platform/values/ids.ts';
import { wrongField } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { queueStart } from './queueing.ts';

/**
 * Settings whose start is the next run of their schedule; those of a mailing that is sent once stay as they are.
 * @throws {Problem} `request.invalid` where a weekday is repeated, or no day of the schedule is left
 */
export async function withNextRun(scope: ActionScope, settings: MailingSettings): Promise<MailingSettings> {
  const { repeat } = settings.timing;
  if (repeat === null) return settings;
  if (repeat.every === 'week' && new Set(repeat.daysOfWeek).size < repeat.daysOfWeek.length)
    throw wrongField('settings.timing.repeat.daysOfWeek', 'repeated');
  const moved = await moveToNextRun(scope, settings);
  if (!moved) throw wrongField('settings.timing.repeat.until', 'range');
  return moved;
}

/** Whether a mailing repeats, and its last day has passed. */
export async function hasNoRunLeft(scope: ActionScope, settings: MailingSettings): Promise<boolean> {
  return settings.timing.repeat !== null && (await moveToNextRun(scope, settings)) === null;
}

/**
 * Moves the start of a locked mailing, which has not started and does not wait for its start, to the next run of its schedule:
 * it may be long since it was saved. No version is written, because no member changed anything.
 */
export async function renewStart(scope: ActionScope, mailing: StoredMailing): Promise<StoredMailing> {
  const settings = await moveToNextRun(scope, mailing.settings);
  if (!settings) return mailing;
  await setMailingStart(scope, mailing.id, settings);
  return { ...mailing, settings };
}

/** Adds the run after the one that starts now, and queues its start; none where the last day of the schedule has passed. */
export async function addNextRun(scope: ActionScope, mailing: StoredMailing): Promise<void> {
  const settings = await moveToNextRun(scope, mailing.settings);
  if (!settings) return;
  const { title, testPhones } = mailing;
  const run = { id: newId(MailingId), title, settings, testPhones, status: 'waiting', mode: 'combat' } as const;
  const seriesId = mailing.seriesId ?? mailing.id;
  await insertMailing(scope, { ...run, seriesId }, { memberId: null, now: scope.clock.now() });
  await queueStart(scope, run);
}

/** Unsaved settings of a mailing that repeats, for its next run; those of a run that has started as they are. */
export async function asOfNextRun(scope: ActionScope, settings: MailingSettings): Promise<MailingSettings> {
  const { startsAt } = settings.timing;
  const hasStarted = startsAt !== null && !isAfter(Temporal.Instant.from(startsAt), scope.clock.now());
  return hasStarted ? settings : ((await moveToNextRun(scope, settings)) ?? settings);
}

/** The settings for the next run after now; its last moment is as long after the start as before. Null: no run is left. */
async function moveToNextRun(scope: ActionScope, settings: MailingSettings): Promise<MailingSettings | null> {
  const { timing } = settings;
  if (timing.repeat === null) return null;
  const { timeZone } = await getTenant(scope);
  const next = nextRun(timing.repeat, scope.clock.now(), timeZone);
  if (next === null) return null;
  return { ...settings, timing: { ...timing, startsAt: next.toString(), useBy: movedWith(timing, next) } };
}

/** The last moment, as long after a start as it is after the present one. */
function movedWith({ startsAt, useBy }: MailingSettings['timing'], start: Temporal.Instant): string | null {
  if (useBy === null || startsAt === null) return useBy;
  const duration = Temporal.Instant.from(startsAt).until(Temporal.Instant.from(useBy));
  return start.add(duration).toString();
}
