import type { RecentMessage } from '#server/policy/priority-rules.ts';
import type { SubjectToDecide } from '#server/subjects/rules.ts';
import type { RehearsalSummary } from '#contract/rehearsal/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import type { Price } from '#server/texts/content/price-rules.ts';
import { comesLater, flowKind } from '#contract/flows/kinds.ts';
import type { FlowKind, FlowSettings } from '#contract/flows/calls.ts';

/** A message that would have been sent, or a decision against one. */
export type RehearsedRow = {
  flowIndex: number;
  contactId: ContactId;
  subject: Pick<SubjectToDecide, 'kind' | 'id' | 'timeZone'>;
  outcome: 'sent' | 'skipped';
  rule: DecisionRule;
  compared: Record<string, unknown>;
  at: Temporal.Instant;
  body: string;
  /** The provider charges it for a sent one; left out where it is not known. */
  price?: Price;
};

/** Messages to one contact on one day from which the day counts as busy. */
const BUSY_DAY = 3;

export function emptySummary(flowCount: number): RehearsalSummary {
  return {
    sent: 0,
    people: 0,
    skipped: 0,
    skippedByRule: {},
    busyDays: 0,
    putOff: 0,
    prices: [],
    unpriced: 0,
    byDay: [],
    byFlow: Array.from({ length: flowCount }, () => ({ sent: 0, skipped: 0 })),
  };
}

/**
 * Adds the results of one contact to the summary, or subtracts them.
 * @param options.recentMessages messages that other flows really sent to the contact; they count on busy days
 * @param options.timeZone the cabinet's zone, whose days are counted
 * @param options.isTaken subtracts: the contact is simulated again
 * @returns the rows, with those of busy days marked
 */
export function addPerson(
  summary: RehearsalSummary,
  rows: readonly RehearsedRow[],
  {
    recentMessages,
    timeZone,
    isTaken = false,
  }: { recentMessages: readonly RecentMessage[]; timeZone: string; isTaken?: boolean },
): (RehearsedRow & { isBusy: boolean })[] {
  const one = isTaken ? -1 : 1;
  const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const dated = rows.map((row) => ({ row, day: dayOf(row.at) }));
  const sent = dated.filter(({ row }) => row.outcome === 'sent');
  const messages = Map.groupBy(
    [...sent.map(({ day }) => day), ...recentMessages.map(({ at }) => dayOf(at))],
    (day) => day,
  );
  const isBusy = (day: string) => (messages.get(day) ?? []).length >= BUSY_DAY;

  summary.sent += one * sent.length;
  summary.skipped += one * (rows.length - sent.length);
  summary.people += sent.length > 0 ? one : 0;
  summary.busyDays += one * new Set(sent.map(({ day }) => day).filter(isBusy)).size;
  for (const { row, day } of dated) {
    dayIn(summary, day)[row.outcome] += one;
    const flow = summary.byFlow[row.flowIndex];
    if (flow) flow[row.outcome] += one;
    if (row.outcome === 'sent' && row.rule === 'daily_limit') summary.putOff += one;
    if (row.outcome === 'skipped') summary.skippedByRule[row.rule] = (summary.skippedByRule[row.rule] ?? 0) + one;
  }
  if (isTaken) dropZeros(summary);
  return dated.map(({ row, day }) => ({ ...row, isBusy: row.outcome === 'sent' && isBusy(day) }));
}

/** Removes zero counts left by a subtraction. */
function dropZeros(summary: RehearsalSummary): void {
  summary.byDay = summary.byDay.filter(({ sent, skipped }) => sent > 0 || skipped > 0);
  summary.skippedByRule = Object.fromEntries(Object.entries(summary.skippedByRule).filter(([, count]) => count > 0));
}

/** The entry of a day, inserted in order. */
function dayIn(summary: RehearsalSummary, day: string): RehearsalSummary['byDay'][number] {
  const later = summary.byDay.findIndex((one) => one.day >= day);
  const known = summary.byDay[later];
  if (known?.day === day) return known;
  const added = { day, sent: 0, skipped: 0 };
  summary.byDay.splice(later === -1 ? summary.byDay.length : later, 0, added);
  return added;
}

/** Contacts that are simulated beside those with events in the period: those with a flow's moment in it. */
export type Concern = {
  withBirthdays: boolean;
  /** `sinceEver`: also contacts whose moment was before the period, who are messaged when it starts. */
  afterVisits: readonly { delayMinutes: number; sinceEver: boolean }[];
};

/** Flows that come long after a visit concern contacts whose visit was long before the period. */
export function concernOf(flows: readonly { kind: FlowKind; settings: Pick<FlowSettings, 'timing'> }[]): Concern {
  const later = flows.filter(({ kind }) => comesLater(flowKind(kind)));
  return {
    withBirthdays: later.some(({ kind }) => flowKind(kind).subject === 'contact'),
    afterVisits: later
      .filter(({ kind }) => flowKind(kind).subject === 'visit')
      .map(({ settings: { timing } }) => ({ delayMinutes: timing.delayMinutes, sinceEver: timing.firstSend })),
  };
}

/** Most hours by which a message may be postponed, or planned before its moment. */
const LONGEST_WAIT_HOURS = 72;

/** Hours before the period at which the simulation starts, so that it includes events whose messages fall into the period. */
export function leadHours(flows: readonly { kind: FlowKind; settings: Pick<FlowSettings, 'timing'> }[]): number {
  const delays = flows
    .filter(({ kind }) => flowKind(kind).triggers.length > 0)
    .map(({ settings: { timing } }) => Math.ceil(timing.delayMinutes / 60));
  return LONGEST_WAIT_HOURS + Math.max(0, ...delays);
}
