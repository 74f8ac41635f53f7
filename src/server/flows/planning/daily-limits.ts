import { comesLater, FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { MessageId } from '#contract/delivery.ts';
import type { FlowId, FlowKind } from '#contract/flows.ts';
import { countSentOf } from '#server/delivery/actions.ts';
import type { DueAnswer, DueMessage } from '#server/delivery/port.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { lockDailyCount } from './queries.ts';
import type { StoredFlow } from '#server/flows/stored-flows.ts';
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

type Batch = {
  messages: readonly DueMessage[];
  answers: Map<MessageId, DueAnswer>;
  flows: ReadonlyMap<FlowId, StoredFlow>;
  /** Of the cabinet: its day is counted. */
  timeZone: string;
  now: Temporal.Instant;
};

/** Puts off until tomorrow what would leave beyond a flow's daily limit. */
export async function keepToDailyLimits(
  scope: TenantScope,
  { messages, answers, flows, timeZone, now }: Batch,
): Promise<Map<MessageId, DueAnswer>> {
  const leaving = messages.filter(({ id, testPhone }) => testPhone === null && answers.get(id)?.kind === 'send');
  const limited = Map.groupBy(leaving, ({ flowId }) => flowId);
  for (const [flowId, ofFlow] of [...limited].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const flow = flows.get(flowId);
    if (!flow || dailyLimitOf(flow.kind) === null) continue;
    await lockDailyCount(scope, flowId);
    let sent = await countSentOf(scope, flowId, startOfDay(now, timeZone).toInstant());
    for (const { id } of ofFlow) {
      const putOff = putOffByLimit(flow, { sent, timeZone, now });
      if (putOff) answers.set(id, putOff);
      else sent += 1;
    }
  }
  return answers;
}

function startOfDay(now: Temporal.Instant, timeZone: string): Temporal.ZonedDateTime {
  return now.toZonedDateTimeISO(timeZone).startOfDay();
}
