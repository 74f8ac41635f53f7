import type { MailingRepeat } from '#contract/mailings/repeat.ts';

export const EVERY = ['week', 'month'] as const;

/** A day that every month has at its end: in a shorter one the run is on its last day. */
export const LAST_DAY = 31;

const USUAL = { time: '10:00', until: null } as const;

/** The schedule that stands there first: each Monday, or the first of each month. */
export const USUAL_REPEAT: Readonly<Record<(typeof EVERY)[number], MailingRepeat>> = {
  week: { every: 'week', daysOfWeek: [1], ...USUAL },
  month: { every: 'month', dayOfMonth: 1, ...USUAL },
};
