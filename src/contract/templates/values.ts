/** Categories that are written here; codes for signing in have a form of their own at the provider. */
export const WRITABLE_CATEGORIES = ['utility', 'marketing'] as const;

/** Languages in which a template may be written, as providers spell them. */
export const TEMPLATE_LANGUAGES = [
  'ru',
  'en',
  'en_US',
  'en_GB',
  'pt_BR',
  'pt_PT',
  'uk',
  'kk',
  'uz',
  'ky_KG',
  'az',
  'ka',
  'be_BY',
  'es',
  'de',
  'fr',
  'it',
  'pl',
  'tr',
  'he',
  'ar',
] as const;

/**
 * Statuses of a template that have a meaning here; any other is stored as the provider sends it, and such a template is
 * not sent.
 */
export const TEMPLATE_STATUSES = [
  'approved',
  'unsubmitted',
  'pending',
  'in_appeal',
  'rejected',
  'paused',
  'disabled',
  'limit_exceeded',
  'locked',
  'archived',
  'pending_deletion',
  'deleted',
] as const;

/** Reasons for which a template was rejected or paused, in lower case; each has one sentence in the locales. */
export const TEMPLATE_REASONS = [
  'abusive_content',
  'invalid_format',
  'promotional',
  'tag_content_mismatch',
  'incorrect_category',
  'category_not_available',
  'scam',
  'first_pause',
  'second_pause',
  'rate_limiting_pause',
  'disabled',
  'flagged',
] as const;

export const TEMPLATE_QUALITIES = ['green', 'yellow', 'red', 'unknown'] as const;

/** Most drafts of a cabinet: more of them are a mistake. */
export const MAX_TEMPLATE_DRAFTS = 100;
