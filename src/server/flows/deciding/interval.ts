import type { Refusal } from '#contract/delivery/compared.ts';
import type { FlowSettings } from '#contract/flows/calls.ts';
import { compareInstants, isAfter } from '#server/platform/values/instant-rules.ts';
import type { FlowFacts, FlowToDecide } from './decision.ts';
import { isSame, type RecentMessage } from '#server/policy/priority-rules.ts';

/**
 * Refuses a message when the contact gets another one of this flow within the owner's interval, or ever where the flow
 * writes to each once. A planned message may still be cancelled, so it blocks another only when it is due earlier; of two
 * due at one moment, the one with the smaller subject id goes.
 * @param own the occasion that is decided
 * @param when.at when its message would leave
 */
export function writtenLately(
  { customer, subject }: FlowFacts,
  flow: FlowToDecide,
  own: { occurrence: number },
  { at, now }: { at: Temporal.Instant; now: Temporal.Instant },
): Refusal | null {
  const intervalMinutes = intervalOf(flow.settings);
  if (intervalMinutes === 0 || !customer) return null;
  const occasion = { senderId: flow.id, subjectId: subject.id, occurrence: own.occurrence };
  const ofFlow = customer.recent.filter(({ senderId }) => senderId === flow.id);
  const planned = ofFlow.find((one) => one.isWaiting && isSame(one, occasion));
  const place = { at: planned?.at ?? at, subjectId: subject.id };
  const isDue = !isAfter(at, now);
  const last = ofFlow.find(
    (one) =>
      !isSame(one, occasion) &&
      (intervalMinutes === null || isAfter(one.at, at.subtract({ minutes: intervalMinutes }))) &&
      (!one.isWaiting || (isDue && goesBefore(one, place))),
  );
  if (!last) return null;
  const compared = { lastAt: String(last.at), ...(intervalMinutes !== null && { intervalMinutes }) };
  return { rule: 'written_lately', compared };
}

const DAY_MINUTES = 1_440;

/** Minutes within which a contact gets one message of a flow; 0: no limit, null: one ever. */
export function intervalOf({ timing, options }: Pick<FlowSettings, 'timing' | 'options'>): number | null {
  const { intervalMinutes } = timing;
  const { rule, minDays } = options.reentry ?? { rule: 'each', minDays: 0 };
  if (rule === 'once') return null;
  return rule === 'after_days' ? Math.max(intervalMinutes, minDays * DAY_MINUTES) : intervalMinutes;
}

type Place = Pick<RecentMessage, 'at' | 'subjectId'>;

function goesBefore(one: Place, other: Place): boolean {
  const order = compareInstants(one.at, other.at);
  return order < 0 || (order === 0 && (one.subjectId ?? '') < (other.subjectId ?? ''));
}
