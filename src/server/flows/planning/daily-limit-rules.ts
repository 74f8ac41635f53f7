import { comesLater, flowKind } from '#contract/flows/kinds.ts';
import type { FlowKind } from '#contract/flows/calls.ts';
import type { DueAnswer } from '#server/delivery/port.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { nextOpening } from '#server/policy/opening-rules.ts';

/** From the specification, section 9: messages per day of a marketing flow. */
const DAILY_SEND_LIMIT = 300;
/** From the specification, section 9: messages per day of a marketing flow that follows a visit after days, i.e. of retries and returns. */
const DAILY_RETRY_LIMIT = 200;

/** Messages that a flow of a kind may send to contacts on one day of the cabinet; null for any number. */
export function dailyLimitOf(kind: FlowKind): number | null {
  const entry = flowKind(kind);
  if (!entry.isMarketing) return null;
  return comesLater(entry) && entry.subject === 'visit' ? DAILY_RETRY_LIMIT : DAILY_SEND_LIMIT;
}

/**
 * Until when a due message is postponed because the flow's daily limit is reached.
 * @param count.sent messages that the flow sent on the present day
 * @param count.timeZone the cabinet's zone, whose calendar days are counted
 * @returns null when the message may be sent
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
