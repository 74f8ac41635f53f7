import type { BranchId } from '#contract/connections/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { findBranch, openBranch } from '#server/connections/storage/opening-actions.ts';
import type { OpenBranch } from '#server/connections/storage/opening-actions.ts';
import type { SourceContext, WantedTime } from '#server/connections/port.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { compareInstants, isAfter } from '#server/platform/values/instant-rules.ts';
import { SOONEST_MINUTES } from '#server/visits/changes/creating-actions.ts';
import type { BookableMaster, Performer } from './bookable-rules.ts';
import { roundsOf, type SearchedDay } from './search-rules.ts';

// NOTE: a process: it calls an outside service between transactions.

export type FreeTime = { startsAt: Temporal.Instant; master: BookableMaster; minutes: number };

export type TimeSearch = {
  branchId: BranchId;
  /** In the order in which they are preferred. */
  performers: readonly Performer[];
  /** By the branch's calendar: one day, or the next days from one on. */
  when: { day: Temporal.PlainDate } | { from: Temporal.PlainDate };
  /** The search goes on until a time is wanted; by default the first will do. */
  isWanted?: (time: FreeTime) => boolean;
  /** A visit whose time counts as free, because it is to be moved. */
  without?: WantedTime['without'];
  signal: AbortSignal;
  /** How long the answer is waited for; by default as long as a contact waits. */
  withinMs?: number;
};

/**
 * - `found`: by their start; `days` were searched, by the branch's calendar.
 * - `unsupported`: the booking system does not report free times, or the branch is disconnected.
 */
export type FreeTimes =
  | { kind: 'found'; times: FreeTime[]; days: Temporal.PlainDate[] }
  | { kind: 'unsupported' }
  | { kind: 'failed' };

/** A contact waits for the answer; what the booking system has not answered by then is left out. */
const DEADLINE_MS = 12_000;

/** Finds free times of masters with a bounded number of calls. Times sooner than an hour from now are left out. */
export async function findFreeTimes(ctx: SourceContext, tenantId: TenantId, search: TimeSearch): Promise<FreeTimes> {
  const signal = AbortSignal.any([search.signal, AbortSignal.timeout(search.withinMs ?? DEADLINE_MS)]);
  const opened = await withTenant(ctx, tenantId, async (scope) => {
    const branch = await findBranch(scope, search.branchId);
    return branch?.isActive ? openBranch(scope, branch.id, { isUrgent: true, signal }) : null;
  });
  if (!opened?.provider.bookings?.listFreeTimes) return { kind: 'unsupported' };
  const soonest = ctx.clock.now().add({ minutes: SOONEST_MINUTES });
  const { isWanted = () => true } = search;
  const times: FreeTime[] = [];
  const days = new Map<string, Temporal.PlainDate>();
  for (const round of roundsOf(search.performers, search.when)) {
    const answers = await Promise.all(round.map((wanted) => freeTimesOf(opened, wanted, search.without)));
    search.signal.throwIfAborted();
    if (answers.every((answer) => answer === null)) return times.length > 0 ? found() : { kind: 'failed' };
    for (const { day } of round) days.set(day.toString(), day);
    times.push(...answers.flatMap((answer) => answer ?? []).filter(({ startsAt }) => !isAfter(soonest, startsAt)));
    if (times.some(isWanted)) break;
  }
  return found();

  function found(): FreeTimes {
    const sorted = times.toSorted((one, other) => compareInstants(one.startsAt, other.startsAt));
    return { kind: 'found', times: sorted, days: [...days.values()] };
  }
}

/** @returns null: the booking system did not answer */
async function freeTimesOf(
  { provider, caller, branch }: OpenBranch,
  { master, minutes, day }: SearchedDay,
  without: WantedTime['without'],
): Promise<FreeTime[] | null> {
  const wanted = { masterExternalId: master.externalId, day, durationMinutes: minutes };
  try {
    const free = await provider.bookings?.listFreeTimes?.(caller, branch, { ...wanted, ...(without && { without }) });
    return free?.isOk ? free.value.map((startsAt) => ({ startsAt, master, minutes })) : null;
  } catch (error) {
    // NOTE: waiting for the vendor's rate limit ends with an error when the time is over.
    if (caller.signal?.aborted) return null;
    throw error;
  }
}
