/**
 * How a review page offers the maps.
 * - `classic`: from the minimal rating on; the others write to the owner alone. The specification's, and the default.
 * - `open`: to everyone; those below the minimal rating are offered the owner first.
 */
export const REVIEW_MODES = ['classic', 'open'] as const;

/** Services where a review is published. `own` is any address of the owner. */
export const MAP_SERVICES = ['yandex', '2gis', 'google', 'own'] as const;
export type MapService = (typeof MAP_SERVICES)[number];

export const REVIEW_CLASSES = ['negative', 'neutral', 'positive'] as const;
export type ReviewClass = (typeof REVIEW_CLASSES)[number];

/** 1 and 2 stars are negative, 3 neutral, 4 and 5 positive. */
export function classOfStars(stars: number): ReviewClass {
  if (stars <= 2) return 'negative';
  return stars === 3 ? 'neutral' : 'positive';
}

export const STARS = [1, 2, 3, 4, 5] as const;

/** Hints with a text in every language; an owner's own hint is its text. */
export const HINTS = [
  'friendly_service',
  'cleanliness',
  'great_result',
  'on_time',
  'cosy_place',
  'fair_price',
  'rude_service',
  'not_clean',
  'poor_result',
  'late_start',
  'long_wait',
  'high_price',
  'late_delivery',
] as const;
export type Hint = (typeof HINTS)[number];

export const isHint = (tag: string): tag is Hint => (HINTS as readonly string[]).includes(tag);

/** The hints of a new page, by the class of the rating. */
export const DEFAULT_HINTS: Readonly<Record<ReviewClass, readonly Hint[]>> = {
  negative: ['rude_service', 'not_clean', 'poor_result', 'late_start', 'high_price', 'late_delivery'],
  neutral: ['friendly_service', 'cleanliness', 'poor_result', 'late_start', 'long_wait', 'high_price'],
  positive: ['friendly_service', 'cleanliness', 'great_result', 'on_time', 'cosy_place', 'fair_price'],
};

/** The switches of a review page for the page of a visit, in the order of their form. */
export const VISIT_SWITCHES = ['mayConfirm', 'mayCancel', 'showsMaster', 'showsPrice', 'showsTaxi'] as const;

export const MAX_HINTS = 10;
export const LONGEST_HINT = 40;
export const LONGEST_REVIEW = 4_000;
/** Longest answer to a review, and the shortest of all channels' limits. */
export const LONGEST_REVIEW_ANSWER = 1_000;

/** Largest photo that a contact may attach; a phone's are smaller. */
export const LARGEST_PHOTO_MEGABYTES = 12;

/** Periods by which statistics are summed. */
export const REVIEW_STEPS = ['day', 'week', 'month'] as const;
