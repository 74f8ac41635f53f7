import type { ReplyRule, ReplyWidgetSettings } from '#contract/replies/settings.ts';
import type { ReviewSource } from '#contract/replies/values.ts';

/** The part of a review that rules look at. */
export type RatedReview = { source: ReviewSource; stars: number; text: string };

/** The first rule that takes a review, and its number from 1; null: none does. */
export function chooseRule(
  { sources, rules }: Pick<ReplyWidgetSettings, 'sources' | 'rules'>,
  review: RatedReview,
): { rule: ReplyRule; number: number } | null {
  if (!sources.includes(review.source)) return null;
  const at = rules.findIndex((rule) => takes(rule, review));
  const rule = rules[at];
  return rule ? { rule, number: at + 1 } : null;
}

function takes({ source, starsFrom, starsTo, text: wanted }: ReplyRule, { stars, ...review }: RatedReview): boolean {
  const hasText = review.text.trim() !== '';
  return (
    (source === null || source === review.source) &&
    stars >= starsFrom &&
    stars <= starsTo &&
    (wanted === 'any' || (wanted === 'with') === hasText)
  );
}

/** Whether a review of our own page may be taken; its stars and its text may still change. */
export const takesOwn = ({ sources, rules }: Pick<ReplyWidgetSettings, 'sources' | 'rules'>): boolean =>
  sources.includes('own') && rules.some(({ source }) => source === null || source === 'own');

/** The template that was used least, the first of several; null: there is none. @param uses by template */
export function chooseTemplate(templates: readonly string[], uses: ReadonlyMap<string, number>): string | null {
  const [first] = templates.toSorted((one, other) => (uses.get(one) ?? 0) - (uses.get(other) ?? 0));
  return first ?? null;
}

export const isApproved = ({ approvalBelow }: Pick<ReplyWidgetSettings, 'approvalBelow'>, stars: number): boolean =>
  stars >= approvalBelow;
