import { z } from 'zod';
import { Day } from '#contract/primitives.ts';

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'time' });

const common = {
  /** Local time of the cabinet's zone, `HH:MM`. */
  time: Time,
  /** The last day on which a run may start; null: until it is cancelled. */
  until: Day.nullable().default(null),
};

/** When a mailing is sent again. Each run is a mailing of its own with its own list of recipients. */
export const MailingRepeat = z.discriminatedUnion('every', [
  z.object({
    every: z.literal('week'),
    /** ISO weekdays, 1 Monday … 7 Sunday. */
    daysOfWeek: z.array(z.int().min(1).max(7)).min(1, { error: 'required' }).max(7),
    ...common,
  }),
  z.object({
    every: z.literal('month'),
    /** A month without this day has the run on its last day. */
    dayOfMonth: z.int().min(1).max(31),
    ...common,
  }),
]);
export type MailingRepeat = z.infer<typeof MailingRepeat>;
