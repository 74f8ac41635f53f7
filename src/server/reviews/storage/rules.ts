import { type ReviewWidgetSettings, USUAL_VISIT_SWITCHES } from '#contract/reviews/widgets.ts';
import {
  classOfStars,
  DEFAULT_HINTS,
  LONGEST_REVIEW,
  type MapService,
  type REVIEW_STEPS,
} from '#contract/reviews/values.ts';

/** The subject of a review: the page's link says which. */
export type ReviewSubject =
  | { kind: 'visit' | 'order' | 'contact'; id: string }
  /** The page that anybody may open; `id` names one opening of it. */
  | { kind: 'widget'; id: string; widgetId: string };

/** Fields of a review that a contact fills in. */
export type ReviewDetails = { tags: string[]; text: string; comesAgain: boolean | null };

/** The owner's own numbers receive alerts of bad reviews unless the settings name others. */
export function defaultSettings(owner: { phone: string | null; email: string | null }): ReviewWidgetSettings {
  return {
    mode: 'classic',
    minimalMapsRating: 4,
    maps: [],
    notifyPhone: owner.phone,
    notifyEmail: owner.email,
    answerPhone: null,
    footerText: '',
    language: null,
    hints: {
      negative: [...DEFAULT_HINTS.negative],
      neutral: [...DEFAULT_HINTS.neutral],
      positive: [...DEFAULT_HINTS.positive],
    },
    hasComesAgain: true,
    takesPhoto: true,
    visit: USUAL_VISIT_SWITCHES,
    alertTemplates: [],
    answerTemplates: [],
  };
}

/**
 * The key under which a subject has one review. A contact without a visit may review the business once a month.
 *
 * @param month of the business, e.g. `2026-11`
 */
export function subjectKey(subject: ReviewSubject, month: string): string {
  if (subject.kind === 'contact') return `contact:${subject.id}:${month}`;
  return `${subject.kind}:${subject.id}`;
}

/** The offer of a page after the stars: the maps, and whether the owner comes before them. */
export type Offer = { maps: ReviewWidgetSettings['maps']; isOwnerFirst: boolean };

export function offerAfter(
  stars: number,
  { mode, minimalMapsRating, maps }: Pick<ReviewWidgetSettings, 'mode' | 'minimalMapsRating' | 'maps'>,
): Offer {
  const isUnhappy = stars < minimalMapsRating;
  if (!isUnhappy) return { maps, isOwnerFirst: false };
  return { maps: mode === 'open' ? maps : [], isOwnerFirst: true };
}

/** Whether the owner is alerted: the rating is below the one from which the page leads to the maps. */
export const isBad = (stars: number, { minimalMapsRating }: Pick<ReviewWidgetSettings, 'minimalMapsRating'>): boolean =>
  stars < minimalMapsRating;

/** The hints that a page offers for a rating; delivery is asked about orders alone. */
export function hintsFor(
  stars: number,
  { hints }: Pick<ReviewWidgetSettings, 'hints'>,
  isOrder: boolean,
): readonly string[] {
  return hints[classOfStars(stars)].filter((hint) => isOrder || hint !== 'late_delivery');
}

/** Keeps hints of the page's class, and trims the text; a form may carry anything. */
export function cleanDetails(
  form: { tags: readonly string[]; text: string; comesAgain: string },
  stars: number,
  settings: Pick<ReviewWidgetSettings, 'hints' | 'hasComesAgain'>,
): ReviewDetails {
  const offered = settings.hints[classOfStars(stars)];
  const answers: Readonly<Record<string, boolean>> = { yes: true, no: false };
  return {
    tags: offered.filter((hint) => form.tags.includes(hint)),
    text: plainText(form.text),
    comesAgain: settings.hasComesAgain ? (answers[form.comesAgain] ?? null) : null,
  };
}

/** Text as it was typed, without control characters. */
function plainText(text: string): string {
  const plain = text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '');
  return plain.trim().slice(0, LONGEST_REVIEW).toWellFormed();
}

/** Counts a click on a map. */
export function withClick(clicks: Readonly<Record<string, number>>, map: MapService): Record<string, number> {
  return { ...clicks, [map]: (clicks[map] ?? 0) + 1 };
}

/** The first day of the period of the same length before. @param from first day @param to last day */
export function periodBefore(
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): { from: Temporal.PlainDate; to: Temporal.PlainDate } {
  const days = from.until(to).days + 1;
  return { from: from.subtract({ days }), to: from.subtract({ days: 1 }) };
}

/** The longest chart; a longer period begins later. */
const MAX_STEPS = 400;

/** The first days of the steps that a period touches: weeks begin on Monday. */
export function stepsOf(
  { from, to }: { from: Temporal.PlainDate; to: Temporal.PlainDate },
  step: (typeof REVIEW_STEPS)[number],
): string[] {
  const days: string[] = [];
  let day = startOfStep(from, step);
  while (Temporal.PlainDate.compare(day, to) <= 0) {
    days.push(day.toString());
    day = day.add({ [`${step}s`]: 1 });
  }
  return days.slice(-MAX_STEPS);
}

function startOfStep(day: Temporal.PlainDate, step: (typeof REVIEW_STEPS)[number]): Temporal.PlainDate {
  if (step === 'week') return day.subtract({ days: day.dayOfWeek - 1 });
  return step === 'month' ? day.with({ day: 1 }) : day;
}

/** Adds the branch to titles that occur more than once: branches have masters and services of one name. */
export function titlesApart(places: readonly { title: string; branchTitle: string }[]): string[] {
  const byTitle = Map.groupBy(places, ({ title }) => title);
  return places.map(({ title, branchTitle }) =>
    (byTitle.get(title)?.length ?? 0) > 1 && branchTitle !== title ? `${title} · ${branchTitle}` : title,
  );
}
