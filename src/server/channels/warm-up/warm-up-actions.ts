import { CHANNEL_KIND_NAMES, traitsOf } from '#contract/channels/kinds.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { judgeHealth, newContactsOn, nextDayOf, warmUpDay, type WarmUpState } from './warm-up-rules.ts';
import {
  countFirstContacts,
  type FirstContact,
  insertFirstContacts,
  listAges,
  listStarted,
  markFirstFailed,
} from './warm-up-queries.ts';

/** A channel's warm-up with what its day has taken. */
export type WarmUpToday = WarmUpState & { startedToday: number };

/** Returns the warm-ups of channels by their ids; those that need none are left out. */
export async function listWarmUps(
  scope: Pick<ActionScope, 'tx' | 'tenantId' | 'clock'>,
  ids: readonly ChannelId[],
): Promise<Map<ChannelId, WarmUpToday>> {
  const channels = await listAges(scope, ids, WARMED_KINDS);
  if (channels.length === 0) return new Map();
  const now = scope.clock.now();
  const { timeZone } = await getTenant(scope);
  const day = dateOf(now, timeZone);
  const warmed = channels.flatMap(({ kind, ...channel }) => {
    const plan = traitsOf(kind).warmUp;
    return plan ? [{ ...channel, plan }] : [];
  });
  const hours = Math.max(...warmed.map(({ plan }) => plan.health.hours));
  const warmedIds = warmed.map(({ id }) => id);
  const counts = await countFirstContacts(scope, warmedIds, { day, since: now.subtract({ hours }) });
  return new Map(
    warmed.map(({ id, createdAt, plan }) => {
      const { today, ...first } = counts.get(id) ?? { today: 0, started: 0, failed: 0 };
      const state = { plan, day: warmUpDay(createdAt, now, timeZone), health: judgeHealth(plan, first) };
      return [id, { ...state, startedToday: today }];
    }),
  );
}

const WARMED_KINDS = CHANNEL_KIND_NAMES.filter((kind) => traitsOf(kind).warmUp !== null);

/** Recipients a channel is about to write to: those held until its next day. */
export type Admission = { held: ReadonlySet<string>; day: number; limit: number; next: Temporal.Instant };

/**
 * Admits recipients to whom a channel has never written, as many as its day allows; they count from now on.
 *
 * @param wanted in the order in which they are to be written to
 * @returns null for a channel that needs no warm-up
 */
export async function admitFirstContacts(
  scope: ActionScope,
  channelId: ChannelId,
  wanted: readonly FirstContact[],
): Promise<Admission | null> {
  const warmUp = (await listWarmUps(scope, [channelId])).get(channelId);
  if (!warmUp) return null;
  const now = scope.clock.now();
  const { timeZone } = await getTenant(scope);
  const started = await listStarted(
    scope,
    channelId,
    wanted.map(({ recipient }) => recipient),
  );
  const limit = newContactsOn(warmUp);
  const byRecipient = new Map(wanted.toReversed().map((one) => [one.recipient, one]));
  const fresh = wanted.filter((one) => byRecipient.get(one.recipient) === one && !started.has(one.recipient));
  const room = Math.max(0, limit - warmUp.startedToday);
  const first = fresh.slice(0, room);
  if (first.length > 0) await insertFirstContacts(scope, channelId, { first, day: dateOf(now, timeZone), now });
  const held = new Set(fresh.slice(room).map(({ recipient }) => recipient));
  return { held, day: warmUp.day, limit, next: nextDayOf(now, timeZone) };
}

/** Notes failed messages: a channel with many failed first ones is slowed down. */
export async function noteFirstFailures(scope: TenantScope, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length > 0) await markFirstFailed(scope, messageIds);
}

const dateOf = (now: Temporal.Instant, timeZone: string) => now.toZonedDateTimeISO(timeZone).toPlainDate().toString();
