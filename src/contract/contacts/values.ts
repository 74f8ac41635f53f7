/** `lost`: no visit for so many days. `no_channel`: no connected channel reaches the contact. */
export const CONTACT_FILTERS = ['ahead', 'lost', 'opted_out', 'refuses_mailings', 'no_channel'] as const;

/** Default days without a visit after which a contact counts as lost. */
export const LOST_DAYS = 90;

/** The highest count; it means "this many or more". */
export const MAX_COUNTED_CONTACTS = 10_000;

export const OPT_OUT_SOURCES = ['word', 'button', 'link', 'member', 'import', 'provider'] as const;
export const OPT_OUT_SCOPES = ['all', 'marketing'] as const;

/** How an opt-out ended. `period`: its time was over. */
export const OPT_OUT_ENDS = [...OPT_OUT_SOURCES, 'period'] as const;

/** `over`: taken off, or its time is over. */
export const OPT_OUT_STATES = ['active', 'over'] as const;

export const LONGEST_REASON = 300;
/** The longest period of an opt-out that is not for ever. */
export const MAX_OPT_OUT_MONTHS = 60;
export const MAX_LIFTED_AT_ONCE = 1_000;

export const LONGEST_TAG = 40;
/** Different tags of one cabinet. */
export const MAX_TAGS = 200;
export const MAX_TAGGED_AT_ONCE = 1_000;
