import type { Cursor } from '#server/connections/jobs.ts';
import { getCapability, type OpenBranch } from '#server/connections/storage/opening-actions.ts';
import type { OrderFacts, OrderPage, ProviderResult } from '#server/connections/port.ts';
import type { KnownBranch } from '#server/connections/storage/rules.ts';
import type { Page, Source } from '#server/connections/sync/port.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { queueGuests } from './guests-actions.ts';
import { recordOrders } from './recording-actions.ts';

/** The days a branch is read for from scratch: recent orders, and orders for the days ahead. */
const RECENT_DAYS = { before: 30, ahead: 7 };
/** Days that rehearsals cover; the vendor keeps the details of orders as long. */
const PAST_DAYS = 90;
/** The vendor stores revisions for this long; after a longer gap orders are read by date. */
const REVISION_HOURS = 3;

/**
 * Orders of restaurant systems: changes are read by revision, else day by day, because a longer period may exceed our
 * response limit. Payloads contain our token and whole orders, so they are trusted.
 */
export const orderSource: Source<OrderFacts> = {
  pagesPerRun: 10,

  begin(stretch, branch, { now, since }) {
    const today = dayIn(branch, now);
    const first = today.subtract({ days: RECENT_DAYS.before });
    if (stretch === 'recent') return daysOf(first, today.add({ days: RECENT_DAYS.ahead }));
    if (stretch === 'past') return backwards(first.subtract({ days: 1 }), today.subtract({ days: PAST_DAYS }));
    // An order may be for the day after it was made: changes in a gap are found from the day before it on.
    const gap = dayIn(branch, since ?? now).subtract({ days: 1 });
    const days = daysOf(gap, today.add({ days: RECENT_DAYS.ahead }));
    const isRemembered = since !== null && !isBefore(since.add({ hours: REVISION_HOURS }), now);
    return isRemembered && branch.readRevision !== null ? { ...days, revision: branch.readRevision } : days;
  },

  async readPage(opened, cursor, now) {
    const { revision, ...days } = cursor;
    return revision === undefined ? readDay(opened, cursor, now) : readChanges(opened, Number(revision), days);
  },

  async record(scope, branch, { items, readAt }) {
    await recordOrders(scope, branch, { facts: items, readAt });
    await queueGuests(scope, branch, items);
  },

  parsePayload(provider, { body }, branches) {
    const { payloads, unreadable } = getCapability(provider, 'orders').readPayload(body, branches);
    return { notices: [], delivered: payloads.map(({ orders, ...rest }) => ({ ...rest, items: orders })), unreadable };
  },
};

/** @param days to read instead, where the vendor no longer has the revision */
async function readChanges(
  { provider, caller, branch }: OpenBranch,
  revision: number,
  days: Cursor,
): Promise<ProviderResult<Page<OrderFacts>>> {
  const read = await getCapability(provider, 'orders').listChanged(caller, branch, revision);
  if (!read.isOk) return read;
  return { isOk: true, value: read.value === 'too_old' ? { ...NO_ORDERS, next: days } : pageOf(read.value, null) };
}

/** A refused past day does not stop the other days. */
async function readDay(
  { provider, caller, branch }: OpenBranch,
  cursor: Cursor,
  now: Temporal.Instant,
): Promise<ProviderResult<Page<OrderFacts>>> {
  const day = Temporal.PlainDate.from(String(cursor['day']));
  const next = nextDay(day, cursor);
  const read = await getCapability(provider, 'orders').listByDate(caller, branch, { from: day, to: day });
  if (read.isOk) return { isOk: true, value: pageOf(read.value, next) };
  const isGoneBy = Temporal.PlainDate.compare(day, dayIn(branch, now)) < 0;
  return read.trouble === 'unexpected_answer' && isGoneBy ? { isOk: true, value: { ...NO_ORDERS, next } } : read;
}

const NO_ORDERS: Page<OrderFacts> = {
  items: [],
  unreadable: [],
  unknownFields: [],
  next: null,
  total: null,
  revision: null,
};

const pageOf = ({ orders, ...rest }: OrderPage, next: Cursor | null): Page<OrderFacts> => ({
  ...rest,
  items: orders,
  next,
  total: null,
});

const daysOf = (day: Temporal.PlainDate, last: Temporal.PlainDate): Cursor => ({
  day: day.toString(),
  last: last.toString(),
  step: 1,
});

const backwards = (day: Temporal.PlainDate, last: Temporal.PlainDate): Cursor => ({ ...daysOf(day, last), step: -1 });

/** Returns null after the last day. */
function nextDay(day: Temporal.PlainDate, cursor: Cursor): Cursor | null {
  return cursor['last'] === day.toString()
    ? null
    : { ...cursor, day: day.add({ days: Number(cursor['step']) }).toString() };
}

function dayIn({ timeZone }: KnownBranch, at: Temporal.Instant): Temporal.PlainDate {
  return at.toZonedDateTimeISO(timeZone).toPlainDate();
}
