import type { Compared, Refusal } from '#contract/delivery/compared.ts';
import type { SubjectToDecide } from '#server/subjects/rules.ts';
import { comesLater, flowKind } from '#contract/flows/kinds.ts';
import type { Flow } from '#contract/flows/calls.ts';
import { earlierOf, isBefore, laterOf } from '#server/platform/values/instant-rules.ts';
import type { FlowFacts, FlowToDecide } from './decision.ts';

/**
 * The intended moment: counted from the subject's start or from the event. An event time in the future, by the vendor's clock, counts as
 * now.
 */
export function wantedAt(
  { subject, event, noticeHoldSeconds }: FlowFacts,
  flow: FlowToDecide,
  now: Temporal.Instant,
): Temporal.Instant {
  const entry = flowKind(flow.kind);
  const { delayMinutes, firstSend } = flow.settings.timing;
  if (entry.triggers.length > 0) {
    const holdSeconds = entry.namesSuccession ? noticeHoldSeconds : 0;
    const delaySeconds = Math.max(holdSeconds, 60 * delayMinutes);
    return event ? earlierOf(event.occurredAt, now).add({ seconds: delaySeconds }) : now;
  }
  const wanted = momentOf(subject, flow);
  // NOTE: with `firstSend` a contact whose moment had passed when the flow started is messaged at its start. A calendar day that is past is
  // never caught up.
  return comesLater(entry) && entry.subject === 'visit' && firstSend && flow.lastStartedAt
    ? laterOf(wanted, flow.lastStartedAt)
    : wanted;
}

/**
 * The delay added to the subject's start. A kind that is about a day adds calendar days by the wall clock: 10:00 stays 10:00 also on a day
 * of 23 hours.
 */
export function momentOf(
  { startsAt, timeZone }: Pick<FlowFacts['subject'], 'startsAt' | 'timeZone'>,
  { kind, settings }: Pick<FlowToDecide, 'kind' | 'settings'>,
): Temporal.Instant {
  const { delayMinutes } = settings.timing;
  if (flowKind(kind).delay.unit === 'span') return startsAt.add({ minutes: delayMinutes });
  const midnight = startsAt.toZonedDateTimeISO(timeZone).toPlainDate().toPlainDateTime();
  return midnight.add({ minutes: delayMinutes }).toZonedDateTime(timeZone).toInstant();
}

/** When a message becomes useless: at the subject's start, or a fixed time after its moment. */
export function usefulUntil(
  { subject }: Pick<FlowFacts, 'subject'>,
  { kind }: Pick<FlowToDecide, 'kind'>,
  wanted: Temporal.Instant,
): Temporal.Instant {
  const { usefulHours } = flowKind(kind);
  return usefulHours === null ? subject.startsAt : wanted.add({ hours: usefulHours });
}

/**
 * The rule by which it is too late to plan a message; null when it is not. A message that is already planned is never dropped by it.
 *
 * A reminder whose moment had passed before the event, e.g. 24 hours before a visit booked for tonight, is not sent late: the booking was
 * only just discussed. One whose moment passed while the event was on its way is still sent. A message that follows a visit by days or
 * months is not sent when its moment passed before the flow started. A status that is set long after the visit triggers nothing.
 */
export function tooLate(
  facts: FlowFacts,
  flow: FlowToDecide,
  wanted: Temporal.Instant,
  now: Temporal.Instant,
): Refusal | null {
  if (facts.hasPlannedMessage) return null;
  const { subject, event } = facts;
  const entry = flowKind(flow.kind);
  if (entry.triggers.length > 0) {
    const { lateDays } = flow.settings.options;
    const happenedAt = earlierOf(event?.occurredAt ?? now, now);
    const isLate = lateDays !== undefined && isBefore(subject.startsAt.add({ hours: lateDays * 24 }), happenedAt);
    return isLate ? { rule: 'too_late', compared: { ...timesOf(subject, wanted), lateDays } } : null;
  }
  const known = comesLater(entry) ? (flow.lastStartedAt ?? now) : earlierOf(event?.occurredAt ?? now, now);
  if (!isBefore(wanted, known)) return null;
  const { delayMinutes } = flow.settings.timing;
  return { rule: 'too_late', compared: { ...timesOf(subject, wanted), knownAt: String(known), delayMinutes } };
}

function timesOf({ startsAt }: SubjectToDecide, wanted: Temporal.Instant): Compared<'too_late'> {
  return { wantedAt: String(wanted), startsAt: String(startsAt) };
}

/**
 * When a flow ends: the midnight after its last day in the cabinet's zone, where the day was chosen; null without a last day. The moment is
 * the same for all branches: see docs/rules/flows.md.
 */
export function endOf({ settings }: Pick<Flow, 'settings'>, cabinetTimeZone: string): Temporal.Instant | null {
  const { endsOn } = settings.timing;
  if (endsOn === null) return null;
  return Temporal.PlainDate.from(endsOn).add({ days: 1 }).toZonedDateTime(cabinetTimeZone).toInstant();
}
