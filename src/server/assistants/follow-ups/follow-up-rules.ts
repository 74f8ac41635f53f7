import type { FollowUpPlugin } from '#contract/assistants/settings.ts';

type Times = { steps: readonly Pick<FollowUpPlugin['steps'][number], 'afterMinutes'>[] };

/** Clients are not written to at night, by the wall clock of the business. */
const DAY = { fromHour: 9, untilHour: 21 };

/** When a follow-up is due; null: there is none further. It is counted from the message before it. */
export function dueAtOf(
  { steps }: Times,
  step: number,
  { since, timeZone }: { since: Temporal.Instant; timeZone: string },
): Temporal.Instant | null {
  const followUp = steps[step];
  return followUp ? inDay(since.add({ minutes: followUp.afterMinutes }), timeZone) : null;
}

/** The moment itself, or the next morning. */
function inDay(at: Temporal.Instant, timeZone: string): Temporal.Instant {
  const wall = at.toZonedDateTimeISO(timeZone);
  if (wall.hour >= DAY.fromHour && wall.hour < DAY.untilHour) return at;
  const day = wall.hour < DAY.fromHour ? wall.toPlainDate() : wall.toPlainDate().add({ days: 1 });
  return day.toZonedDateTime({ timeZone, plainTime: { hour: DAY.fromHour } }).toInstant();
}

/** The text as it is sent: without a name, its place and the comma beside it are left out. */
export function fillFollowUp(text: string, clientName: string): string {
  if (clientName !== '') return text.replaceAll('{clientName}', clientName);
  const filled = text
    .replaceAll(/,?\s*\{clientName\}\s*,?\s*/gu, ' ')
    .replaceAll(/\s+([!?.,])/gu, '$1')
    .trim();
  return filled.charAt(0).toUpperCase() + filled.slice(1);
}
