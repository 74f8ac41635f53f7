import type { BookingButtonId } from '#contract/booking/buttons.ts';
import { OnlineBookingId } from '#contract/booking/online.ts';
import { connectionKind } from '#contract/connections/kinds.ts';
import { countryCode } from '#contract/brands/countries.ts';
import { listChats } from '#server/channels/storage/chat-reads.ts';
import { findBranch } from '#server/connections/storage/opening-actions.ts';
import type { SourceContext } from '#server/connections/port.ts';
import type { KnownBranch } from '#server/connections/storage/rules.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { newId } from '#server/platform/values/ids.ts';
import { getTenant, publicAppearance } from '#server/tenants/actions.ts';
import { listBookable } from '#server/visits/appointments/bookable-actions.ts';
import type { Bookable, Performer } from '#server/visits/appointments/bookable-rules.ts';
import { findFreeTimes, type FreeTime } from '#server/visits/appointments/free-times-actions.ts';
import { enterBookingJob } from '#server/booking/jobs.ts';
import type { StoredButton } from '#server/booking/tables/button-queries.ts';
import { insertOnlineBooking, type NewOnlineBooking } from './online-queries.ts';
import type { OnlinePlace } from './online-page.ts';
import { offeredTimes, type OnlineDays, onlineDays } from './online-rules.ts';

/** The branch, services and days of a button's page. @property isOpen its system books visits, and is connected */
export type OnlineDesk = {
  button: StoredButton;
  branch: KnownBranch;
  place: OnlinePlace;
  bookable: Bookable;
  isOpen: boolean;
  days: OnlineDays;
  now: Temporal.Instant;
  /** ISO code of the business's country. */
  country: string;
};

/** Loads the desk of a page; null where its branch is gone. */
export async function openDesk(scope: ActionScope, button: StoredButton): Promise<OnlineDesk | null> {
  const branch = await findBranch(scope, button.branchId);
  if (!branch) return null;
  const { terms } = button;
  const now = scope.clock.now();
  const isOpen = branch.isActive && (connectionKind(branch.connectionKind).books ?? false);
  const wanted = { branchIds: isOpen ? [branch.id] : [], kind: branch.connectionKind };
  return {
    button,
    branch,
    place: await placeOf(scope, branch),
    bookable: await listBookable(scope, wanted),
    isOpen,
    days: onlineDays({ terms, timeZone: branch.timeZone, now }),
    now,
    country: countryCode((await getTenant(scope)).countryId),
  };
}

/** The branch as the pages show it, with the ways to reach the business. */
export async function placeOf(scope: ActionScope, branch: KnownBranch): Promise<OnlinePlace> {
  const { title, address, city, phone, timeZone, currency } = branch;
  const appearance = await publicAppearance(scope);
  return { appearance, title, address, city, phone, timeZone, currency, chats: await listChats(scope) };
}

/**
 * - `found`: the free times of a day. `none`: none on the searched days; `last` is the last of them.
 * - `closed`: the system reports no free times. `failed`: it does not answer.
 */
export type DayTimes =
  | { kind: 'found'; day: Temporal.PlainDate; times: FreeTime[] }
  | { kind: 'none'; day: Temporal.PlainDate | null; last: Temporal.PlainDate }
  | { kind: 'closed' }
  | { kind: 'failed' };

type Search = { performers: readonly Performer[] } & ({ day: Temporal.PlainDate } | { from: Temporal.PlainDate });

/** A visitor waits for the page so long. */
const DEADLINE_MS = 12_000;

/** Finds the free times of a day, or of the first day from one on that has any. */
export async function findDayTimes(
  ctx: SourceContext,
  tenantId: TenantId,
  desk: OnlineDesk,
  search: Search,
): Promise<DayTimes> {
  const startedAt = performance.now();
  const found = await searchOnce(ctx, tenantId, desk, { ...search, withinMs: DEADLINE_MS });
  if ('day' in search || found.kind !== 'found' || search.performers.length === 1) return found;
  // NOTE: a search over several days covers few masters, so the day it found is searched for all of them.
  const withinMs = DEADLINE_MS - Math.round(performance.now() - startedAt);
  if (withinMs < LEAST_MS) return found;
  const { performers } = search;
  const whole = await searchOnce(ctx, tenantId, desk, { performers, day: found.day, withinMs });
  return whole.kind === 'found' ? whole : found;
}

/** In less time a search is not begun. */
const LEAST_MS = 3_000;

async function searchOnce(
  ctx: SourceContext,
  tenantId: TenantId,
  { branch, button, now }: OnlineDesk,
  { performers, withinMs, ...when }: Search & { withinMs: number },
): Promise<DayTimes> {
  const conditions = { terms: button.terms, timeZone: branch.timeZone, now };
  const free = await findFreeTimes(ctx, tenantId, {
    branchId: branch.id,
    performers,
    when,
    // NOTE: on one day all masters are searched; from a day on, until one has a time that is offered.
    isWanted: (time) => 'from' in when && offeredTimes([time], conditions).length > 0,
    signal: new AbortController().signal,
    withinMs,
  });
  if (free.kind !== 'found') return { kind: free.kind === 'failed' ? 'failed' : 'closed' };
  const times = offeredTimes(free.times, conditions);
  if ('day' in when) {
    const { day } = when;
    return times.length > 0 ? { kind: 'found', day, times } : { kind: 'none', day, last: day };
  }
  const [first] = times;
  if (first) {
    const day = first.startsAt.toZonedDateTimeISO(branch.timeZone).toPlainDate();
    return { kind: 'found', day, times };
  }
  const last = free.days.toSorted((one, other) => Temporal.PlainDate.compare(one, other)).at(-1) ?? when.from;
  return { kind: 'none', day: null, last };
}

/** Stores a booking, once for each form, and has it entered into the booking system. */
export async function bookOnline(
  scope: ActionScope,
  button: { id: BookingButtonId },
  given: Omit<NewOnlineBooking, 'id' | 'buttonId' | 'createdAt'>,
): Promise<OnlineBookingId> {
  const booking = { ...given, id: newId(OnlineBookingId), buttonId: button.id, createdAt: scope.clock.now() };
  const { id, isNew } = await insertOnlineBooking(scope, booking);
  if (isNew) await enqueue(scope, enterBookingJob, { tenantId: scope.tenantId, bookingId: id, attempt: 0 });
  return id;
}
