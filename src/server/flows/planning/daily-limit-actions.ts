import { countSentOf } from '#server/delivery/planning/actions.ts';
import { lockDailyCount } from './queries.ts';
import { dailyLimitOf, startOfDay, putOffByLimit } from './daily-limit-rules.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import type { FlowId } from '#contract/flows/calls.ts';
import type { MessageId } from '#contract/delivery/calls.ts';
import type { DueAnswer } from '#server/delivery/port.ts';
import type { DueFlowMessage } from '#server/flows/storage/sender-rules.ts';

type Batch = {
  messages: readonly DueFlowMessage[];
  answers: Map<MessageId, DueAnswer>;
  flows: ReadonlyMap<FlowId, StoredFlow>;
  /** The cabinet's zone, whose calendar days are counted. */
  timeZone: string;
  now: Temporal.Instant;
};

/** Postpones messages beyond a flow's daily limit to the next day. */
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
