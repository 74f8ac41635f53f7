import type { FlowId, FlowKind } from '#contract/flows.ts';
import type { FrequencyContext } from './frequency-rules.ts';

/**
 * Kinds of marketing by how much is lost when a message is not sent now, until an owner orders her flows: a cart goes
 * cold within the hour, a birthday is over tomorrow, who has not come for months can be asked next week too.
 */
const USUAL_ORDER: readonly FlowKind[] = [
  'abandoned_cart',
  'birthday',
  'threshold',
  'no_show_retry',
  'cross_selling',
  'repeat_visit',
  'lost_client',
];

/** Whose message it is; null: of no flow, and so after all flows. */
export type Ranked = { flowId: FlowId | null; kind: FlowKind | null; subjectId?: string | null };

/**
 * Which of two marketing messages goes first where the budget is short: by the owner's order, then by the kind, then the
 * older flow, then the older subject. Two messages never stand equal, so each sees the same one before the other.
 *
 * @returns negative: the first is more important
 */
export function compareImportance(order: readonly FlowId[], one: Ranked, other: Ranked): number {
  return (
    placeIn(order, one.flowId) - placeIn(order, other.flowId) ||
    placeIn(USUAL_ORDER, one.kind) - placeIn(USUAL_ORDER, other.kind) ||
    (one.flowId ?? '~').localeCompare(other.flowId ?? '~') ||
    (one.subjectId ?? '').localeCompare(other.subjectId ?? '')
  );
}

/** What else a customer gets, as the policy looks at it when one message is asked about. */
export function frequencyContext(
  heard: readonly RecentMessage[],
  own: Ranked & { occurrence: number },
  order: readonly FlowId[],
): FrequencyContext {
  const others = heard.filter((one) => !isSame(one, own));
  const marketing = others.filter(({ isMarketing }) => isMarketing);
  const ahead = marketing
    .flatMap((one) => (one.waits ? [{ ...one, ...one.waits }] : []))
    .filter((one) => compareImportance(order, one, own) < 0)
    .toSorted((one, other) => compareImportance(order, one, other));
  return {
    marketingAt: marketing.filter(({ waits }) => !waits).map(({ at }) => at),
    ahead: ahead.map(({ at, title }) => ({ at, title })),
    otherAt: others.filter(({ isMarketing, waits }) => !isMarketing && !waits).map(({ at }) => at),
  };
}

/** Whether it is the message that is asked about: what waits for its subject is moved to the present occasion. */
export function isSame(
  one: RecentMessage,
  own: Pick<Ranked, 'flowId' | 'subjectId'> & { occurrence: number },
): boolean {
  const isItsOwn = one.flowId === own.flowId && one.subjectId === own.subjectId;
  return isItsOwn && (one.occurrence === undefined || one.occurrence === own.occurrence || Boolean(one.waits));
}

function placeIn<Value>(order: readonly Value[], value: Value | null): number {
  const place = value === null ? -1 : order.indexOf(value);
  return place === -1 ? order.length : place;
}
/** What a customer got, or is to get. */
export type RecentMessage = {
  /** Null: of no flow, e.g. a mailing. */
  flowId: FlowId | null;
  at: Temporal.Instant;
  isMarketing: boolean;
  subjectId: string | null;
  /** Absent: any. */
  occurrence?: number;
  /** The flow's; absent or null: not known. */
  kind?: FlowKind | null;
  /** The flow's; absent or empty: not known. */
  title?: string;
  /** Of what waits still: its kind of flow and its name. Absent or null: it left, or is leaving. */
  waits?: { kind: FlowKind | null; title: string } | null;
};
