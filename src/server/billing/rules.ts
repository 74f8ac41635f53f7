/** Messages a trial starts with (docs/decisions/0005). */
export const TRIAL_MESSAGES = 500;

/** Ratings a cabinet starts with: one pack. */
export const TRIAL_RATINGS = 100;

/** A warning comes while a tenth of a pack is left. */
export const RATINGS_WARNING_AT = 10;

/** A warning comes while so many replies of the model are left. */
export const AI_REVIEWS_WARNING_AT = 10;

/** From the specification, section 4: a warning at 100 messages left. */
export const QUOTA_WARNING_AT = 100;

/** The notice to raise about the quota after some of it was spent; null for none. */
export function quotaNotice(left: number): 'quota_exhausted' | 'quota_low' | null {
  if (left === 0) return 'quota_exhausted';
  return left <= QUOTA_WARNING_AT ? 'quota_low' : null;
}
