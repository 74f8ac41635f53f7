import type { RecentMessage } from '#server/policy/priority-rules.ts';
import type { SubjectToDecide } from '#server/subjects/rules.ts';
import type { RehearsalSummary } from '#contract/rehearsal.ts';
import type { ContactId } from '#contract/contacts.ts';
import type { DecisionRule } from '#contract/delivery.ts';
import { comesLater, FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { FlowKind, FlowSettings } from '#contract/flows.ts';

/** A message that would have left, or a decision against one. */
export type RehearsedRow = {
  flowIndex: number;
  contactId: ContactId;
  subject: Pick<SubjectToDecide, 'kind' | 'id' | 'timeZone'>;
  outcome: 'sent' | 'skipped';
  rule: DecisionRule;
  compared: Record<string, unknown>;
  at: Temporal.Instant;
  body: string;
};

/** Of one customer on one day: more would be felt as a flood. */
const BUSY_DAY = 3;

export function emptySummary(flowCount: number): RehearsalSummary {
  return {
    sent: 0,
    people: 0,
    skipped: 0,
    skippedByRule: {},
    busyDays: 0,
    putOff: 0,
    byDay: [],
    byFlow: Array.from({ length: flowCount }, () => ({ sent: 0, skipped: 0 })),
  };
}

/**
 * Counts what would have become of one customer into the summary, or out of it again.
 *
 * @param her.heard what really left for her from other flows: it counts on busy days
 * @param her.timeZone of the cabinet, whose days are counted
 * @param her.isTaken out of it: she is played again
 * @returns the rows, with those of busy days marked
 */
export function addPerson(
  summary: RehearsalSummary,
  rows: readonly RehearsedRow[],
  { heard, timeZone, isTaken = false }: { heard: readonly RecentMessage[]; timeZone: string; isTaken?: boolean },
): (RehearsedRow & { isBusy: boolean })[] {
  const one = isTaken ? -1 : 1;
  const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const dated = rows.map((row) => ({ row, day: dayOf(row.at) }));
  const sent = dated.filter(({ row }) => row.outcome === 'sent');
  const messages = Map.groupBy([...sent.map(({ day }) => day), ...heard.map(({ at }) => dayOf(at))], (day) => day);
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

/** What is counted out leaves no zeros behind. */
function dropZeros(summary: RehearsalSummary): void {
  summary.byDay = summary.byDay.filter(({ sent, skipped }) => sent > 0 || skipped > 0);
  summary.skippedByRule = Object.fromEntries(Object.entries(summary.skippedByRule).filter(([, count]) => count > 0));
}

/** Days are kept in their order. */
function dayIn(summary: RehearsalSummary, day: string): RehearsalSummary['byDay'][number] {
  const later = summary.byDay.findIndex((one) => one.day >= day);
  const known = summary.byDay[later];
  if (known?.day === day) return known;
  const added = { day, sent: 0, skipped: 0 };
  summary.byDay.splice(later === -1 ? summary.byDay.length : later, 0, added);
  return added;
}

/** Who is looked at beside those to whom something happened in the period: whose moment lies in it. */
export type Concern = {
  withBirthdays: boolean;
  /** `sinceEver`: those whose moment was before the period are written to when it begins. */
  afterVisits: readonly { delayMinutes: number; sinceEver: boolean }[];
};

/** Flows that come long after a visit concern those whose visit was long before the period. */
export function concernOf(flows: readonly { kind: FlowKind; settings: Pick<FlowSettings, 'timing'> }[]): Concern {
  const later = flows.filter(({ kind }) => comesLater(FLOW_CATALOGUE[kind]));
  return {
    withBirthdays: later.some(({ kind }) => FLOW_CATALOGUE[kind].subject === 'contact'),
    afterVisits: later
      .filter(({ kind }) => FLOW_CATALOGUE[kind].subject === 'visit')
      .map(({ settings: { timing } }) => ({ delayMinutes: timing.delayMinutes, sinceEver: timing.firstSend })),
  };
}

/** So long a message may be put off, or be planned before its moment. */
const LONGEST_WAIT_HOURS = 72;

/** How long before the period the play begins: what happened then is written about, or still waits, in it. */
export function leadHours(flows: readonly { kind: FlowKind; settings: Pick<FlowSettings, 'timing'> }[]): number {
  const delays = flows
    .filter(({ kind }) => FLOW_CATALOGUE[kind].triggers.length > 0)
    .map(({ settings: { timing } }) => Math.ceil(timing.delayMinutes / 60));
  return LONGEST_WAIT_HOURS + Math.max(0, ...delays);
}
