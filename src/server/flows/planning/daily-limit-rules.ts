import { comesLater, FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { FlowKind } from '#contract/flows.ts';
import type { DueAnswer } from '#server/delivery/port.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { nextOpening } from '#server/flows/deciding/timing.ts';

/** Of the specification, section 9: what nobody asked for leaves no more often a day. */
const DAILY_SEND_LIMIT = 300;
/** Of the specification, section 9: retries and returns, found by the days since a visit. */
const DAILY_RETRY_LIMIT = 200;

/** Messages a flow of the kind may send to customers on one day of the cabinet; null: any number. */
export function dailyLimitOf(kind: FlowKind): number | null {
  const entry = FLOW_CATALOGUE[kind];
  if (!entry.isMarketing) return null;
  return comesLater(entry) && entry.subject === 'visit' ? DAILY_RETRY_LIMIT : DAILY_SEND_LIMIT;
}

/**
 * Until when a message that is to leave waits, because as many as the flow's daily limit have left.
 *
 * @param count.sent of the flow, on the day of now
 * @param count.timeZone of the cabinet: its day is counted
 * @returns null when it may leave
 */
export function putOffByLimit(
  { kind, settings }: Pick<StoredFlow, 'kind' | 'settings'>,
  { sent, timeZone, now }: { sent: number; timeZone: string; now: Temporal.Instant },
): Extract<DueAnswer, { kind: 'defer' }> | null {
  const limit = dailyLimitOf(kind);
  if (limit === null || sent < limit) return null;
  const tomorrow = startOfDay(now, timeZone).add({ days: 1 });
  const until = nextOpening(tomorrow.toInstant(), settings.timing, timeZone).at;
  return { kind: 'defer', rule: 'daily_limit', until, compared: { sent, limit } };
}

export function startOfDay(now: Temporal.Instant, timeZone: string): Temporal.ZonedDateTime {
  return now.toZonedDateTimeISO(timeZone).startOfDay();
}
