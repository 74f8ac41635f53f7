import type { BodyOf } from '#contract/endpoint.ts';
import type { TemplateType } from '#contract/gallery/calls.ts';
import type { startQuickStart } from '#contract/onboarding/quick-start.ts';
import { LATEST_START_DAYS, type QuickStartGoal } from '#contract/onboarding/quick-start-values.ts';

/** The ready-made flow of each goal. */
export const GOAL_TEMPLATES: Readonly<Record<QuickStartGoal, TemplateType>> = {
  reminders: 'reminder_24',
  reviews: 'review_request',
  returning: 'repeat_visit',
  orders: 'order_accepted',
};

/** The goal of quick starts that do not ask for one. */
export const USUAL_GOAL: QuickStartGoal = 'reminders';

type Answer = Pick<BodyOf<typeof startQuickStart>, 'when' | 'day'>;

/**
 * The moment at which the flow goes live: the beginning of the chosen day in the cabinet's zone.
 *
 * @returns null: at once, or never by itself; `range` when the planned day is not ahead, or too far
 */
export function startOf(
  { when, day }: Answer,
  now: Temporal.Instant,
  timeZone: string,
): Temporal.Instant | null | 'range' {
  if (when === 'now' || when === 'manager') return null;
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const date = when === 'plan' ? Temporal.PlainDate.from(day ?? '') : today.add({ days: when === 'tomorrow' ? 1 : 2 });
  const ahead = today.until(date).days;
  if (ahead < 1 || ahead > LATEST_START_DAYS) return 'range';
  return date.toZonedDateTime({ timeZone }).startOfDay().toInstant();
}
