/** Places where a review is published. `own` is our own rating page; the others are pasted or imported. */
export const REVIEW_SOURCES = ['own', 'yandex', '2gis', 'google', 'other'] as const;
export type ReviewSource = (typeof REVIEW_SOURCES)[number];

/** Sources to which nothing can be posted: a member copies the reply. */
export const PASTED_SOURCES = ['yandex', '2gis', 'google', 'other'] as const;
export type PastedSource = (typeof PASTED_SOURCES)[number];

/** How a rule writes: the owner's templates in turn, or a language model. */
export const REPLY_WAYS = ['model', 'templates'] as const;

export const REPLY_TONES = ['friendly', 'formal', 'brief'] as const;
export type ReplyTone = (typeof REPLY_TONES)[number];

/** Which reviews a rule takes by their text. */
export const REVIEW_TEXTS = ['any', 'with', 'without'] as const;

/**
 * - `waiting`: it is written when the delay is over.
 * - `approval`: a person decides; `reason` says why.
 * - `sent`: a message to the contact, of a review of our own page.
 * - `ready`: a member copies it to the platform · `placed`: the member did.
 * - `answered`: a person answered the review first.
 */
export const REPLY_STATES = [
  'waiting',
  'approval',
  'sent',
  'ready',
  'placed',
  'rejected',
  'answered',
  'failed',
] as const;
export type ReplyState = (typeof REPLY_STATES)[number];

/**
 * Why a reply needs a person, or was not sent.
 * - `low_stars`, `no_rule`, `rewritten`: by the settings, or because a member asked for another text.
 * - `quota`: no replies of the model are left · `model_failed`: it could not be reached · `unfit`: its text breaks a rule.
 * - `message_quota`: no messages are left.
 * - `no_contact`, `no_channel`, `opted_out`, `template_missing`: the contact cannot be written to.
 * - `switched_off`: the widget was switched off before the delay was over.
 */
export const REPLY_REASONS = [
  'low_stars',
  'no_rule',
  'rewritten',
  'quota',
  'tariff',
  'model_failed',
  'unfit',
  'message_quota',
  'no_contact',
  'no_channel',
  'opted_out',
  'template_missing',
  'switched_off',
] as const;
export type ReplyReason = (typeof REPLY_REASONS)[number];

/** Variables of a template. */
export const REPLY_VARIABLES = ['clientName', 'businessName'] as const;

export const MAX_REPLY_WIDGETS = 20;
export const MAX_REPLY_RULES = 10;
export const MAX_REPLY_TEMPLATES = 10;
export const LONGEST_REPLY_WIDGET_TITLE = 80;
export const LONGEST_REPLY_INSTRUCTION = 2_000;
export const LONGEST_REPLY_SIGNATURE = 120;
export const LONGEST_REPLY_TEMPLATE = 700;
/** The longest text that the model may write, without the signature. */
export const LONGEST_WRITTEN_REPLY = 700;

/** Minutes between a review of our own page and its reply. */
export const REPLY_DELAY = { least: 5, most: 1_440 } as const;
/** Delays that the editor offers. */
export const REPLY_DELAYS = [5, 15, 30, 60, 180, 360, 720, 1_440] as const;

export const LONGEST_AUTHOR = 120;
/** Reviews of a platform that are added at once. */
export const MAX_PASTED_REVIEWS = 500;
export const LARGEST_REVIEW_FILE_MEGABYTES = 5;
export const MAX_REPLIES_AT_ONCE = 100;

/** From the specification, sections 5 and 9: the smallest pack of replies. */
export const LEAST_AI_REVIEWS = 100;
