import type { ContactId } from '#contract/contacts/calls.ts';
import type { FlowKind } from '#contract/flows/calls.ts';
import type { DueAnswer } from '#server/delivery/port.ts';
import { dailyLimitOf, putOffByLimit } from '#server/flows/planning/daily-limit-rules.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { compareInstants } from '#server/platform/values/instant-rules.ts';

/** A message in the sending order of its flow. */
export type SimulatedSend = { at: Temporal.Instant; contactId: ContactId; subjectId: string };

/** The last message sent on a day over the daily limit, by the flow's position in the rehearsal and the cabinet's day. */
export type LastSendOfDay = Record<string, { at: string; contactId: string; subjectId: string }>;

/** The same for queries; `until` is midnight. */
export type DayEnd = LastSendOfDay[string] & { flowIndex: number; until: string };

export function dayEnds(last: LastSendOfDay, timeZone: string): DayEnd[] {
  return Object.entries(last).map(([key, end]) => {
    const [flowIndex = '', day = ''] = key.split(' ');
    const tomorrow = Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(timeZone);
    return { ...end, flowIndex: Number(flowIndex), until: tomorrow.toInstant().toString() };
  });
}

export const lastSendKey = (flowIndex: number, day: string) => `${flowIndex} ${day}`;

/** Flows with a daily limit, by their positions in the rehearsal. */
export function limitedFlows(flows: readonly { kind: FlowKind }[]): { flowIndex: number; most: number }[] {
  return flows.flatMap(({ kind }, flowIndex) => {
    const most = dailyLimitOf(kind);
    return most === null ? [] : [{ flowIndex, most }];
  });
}

/**
 * Until when a message is postponed that comes after the last one of its day.
 * @param timeZone the cabinet's zone
 * @returns null when it is sent
 */
export function postponedByLast(
  last: LastSendOfDay,
  flow: StoredFlow,
  { flowIndex, timeZone, ...message }: SimulatedSend & { flowIndex: number; timeZone: string },
): Extract<DueAnswer, { kind: 'defer' }> | null {
  const day = message.at.toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const end = last[lastSendKey(flowIndex, day)];
  if (!end || !leavesAfter(message, end)) return null;
  return putOffByLimit(flow, { sent: dailyLimitOf(flow.kind) ?? 0, timeZone, now: message.at });
}

function leavesAfter(one: SimulatedSend, end: LastSendOfDay[string]): boolean {
  const order = compareInstants(one.at, Temporal.Instant.from(end.at));
  if (order !== 0) return order > 0;
  return `${one.contactId} ${one.subjectId}` > `${end.contactId} ${end.subjectId}`;
}
