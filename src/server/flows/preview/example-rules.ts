import { flowKind } from '#contract/flows/kinds.ts';
import type { FlowKind, FlowSettings } from '#contract/flows/calls.ts';
import type { FlowConditions } from '#contract/audiences/calls.ts';
import { OrderStatus } from '#contract/orders/calls.ts';
import type { Language } from '#contract/primitives.ts';
import { exampleSubject } from '#server/subjects/example-rules.ts';
import type { Tenant } from '#server/tenants/rules.ts';
import type { PersonalSubject } from '#server/flows/facts/people-reads.ts';
import type { UnsavedFlow } from './preview-facts.ts';

const DAY_MINUTES = 1_440;

/** Invents a subject at 18:30, for a cabinet without any of the flow's kind. */
export function exampleFor(
  { kind, settings }: Pick<UnsavedFlow, 'kind' | 'settings'>,
  tenant: Tenant,
  { language, now }: { language: Language; now: Temporal.Instant },
): PersonalSubject {
  const { timeZone } = tenant;
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const startsAt = exampleDay(kind, settings, today).toZonedDateTime({ timeZone, plainTime: '18:30' }).toInstant();
  const { subject } = flowKind(kind);
  const orderStatus = orderStatusIn(settings.conditions);
  return { ...exampleSubject({ kind: subject, startsAt, orderStatus }, tenant, language), nearby: [] };
}

/** The day of the example: tomorrow, or for a past visit as many days ago as the flow waits. */
function exampleDay(kind: FlowKind, { timing }: FlowSettings, today: Temporal.PlainDate): Temporal.PlainDate {
  const { subject, usefulHours } = flowKind(kind);
  if (subject !== 'visit' || usefulHours === null) return today.add({ days: 1 });
  return today.subtract({ days: Math.max(1, Math.round(timing.delayMinutes / DAY_MINUTES)) });
}

/** The first status that the conditions of a flow about orders require. */
function orderStatusIn({ groups }: FlowConditions): OrderStatus {
  const found = groups.flatMap(({ conditions }) => conditions.find(({ field }) => field === 'order_status') ?? []);
  const [one] = found;
  return OrderStatus.catch('unknown').parse(one && 'values' in one ? one.values[0] : undefined);
}
