import type { WaitPreference, WaitlistSettings } from '#contract/waitlist/calls.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { isOpen, type VisitFactsForFlow } from '#server/visits/storage/rules.ts';
import { closingOf } from '#server/waitlist/slots/rules.ts';

/** Parts of the branch's day that a contact may choose on the page of a visit. */
export const DAY_PARTS = ['any', 'morning', 'day', 'evening'] as const;
export type DayPart = (typeof DAY_PARTS)[number];

/** The hours of a part, by the branch's clock. */
export const HOURS: Readonly<Record<DayPart, Pick<WaitPreference, 'fromHour' | 'untilHour'>>> = {
  any: { fromHour: 0, untilHour: 24 },
  morning: { fromHour: 0, untilHour: 12 },
  day: { fromHour: 12, untilHour: 17 },
  evening: { fromHour: 17, untilHour: 24 },
};

/** Whether a contact may wait for an earlier time than that of their visit. */
export function mayJoin(
  { isOn, recipients, stopMinutes }: WaitlistSettings,
  visit: VisitFactsForFlow,
  now: Temporal.Instant,
): boolean {
  const isOffered = isOn && recipients !== 'audience' && visit.isBranchActive;
  return isOffered && isOpen(visit.status) && isAfter(closingOf(visit.startsAt, stopMinutes), now);
}

/** An earlier time for the same service, in a part of the day. */
export function earlierThan(
  { branchId, serviceIds: [serviceId], startsAt, timeZone }: VisitFactsForFlow,
  part: DayPart,
): WaitPreference {
  const lastDay = startsAt.toZonedDateTimeISO(timeZone).toPlainDate().toString();
  return {
    branchId,
    serviceId: serviceId ?? null,
    masterId: null,
    weekdays: [],
    firstDay: null,
    lastDay,
    ...HOURS[part],
  };
}
