import { z } from 'zod';
import { ChannelId, ChannelKind } from '#contract/channels/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { DecisionRule } from '#contract/delivery/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { MailingId, MailingSettings } from './calls.ts';
import { MAILING_MISSING_PARTS, MAILING_WARNINGS } from './values.ts';
import { Instant, pageOf } from '#contract/primitives.ts';

/** Settings as the editor has them now. The id decides who is in the control group; without one, the group is another. */
const CheckedSettings = z.object({ settings: MailingSettings, mailingId: MailingId.optional() });

/** Recipients whom one channel reaches first, in one form. */
export const MailingWay = z.object({
  channelId: ChannelId,
  channelKind: ChannelKind,
  channelTitle: z.string(),
  form: z.enum(['text', 'template']),
  recipients: z.int(),
  /** SMS that one message is billed as, over some recipients; null where a message is always one. */
  parts: z.object({ least: z.int(), most: z.int(), average: z.number() }).nullable(),
  /** Null: the price of none of them is known. */
  price: z.object({ amount: z.number(), currency: z.string() }).nullable(),
  /** Recipients in countries whose price is not known. */
  unpriced: z.int(),
});
export type MailingWay = z.infer<typeof MailingWay>;

export const MailingWarning = z.object({
  code: z.enum(MAILING_WARNINGS),
  /** Values for its text. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type MailingWarning = z.infer<typeof MailingWarning>;

/** The outcome of a mailing if it went live now. */
export const MailingCheck = z.object({
  /** Audience = the sum of those left out + control + recipients. */
  audience: z.int(),
  /** Contacts left out, by rule; the most frequent first. */
  excluded: z.array(z.object({ rule: DecisionRule, contacts: z.int() })),
  control: z.int(),
  recipients: z.int(),
  /** Recipients who had as much marketing as the contact policy allows: they get it later, or not before its last moment. */
  capped: z.int(),
  ways: z.array(MailingWay),
  /** The providers' charges by currency; see `unpriced`. */
  prices: z.array(z.object({ amount: z.number(), currency: z.string() })),
  /** Recipients whose price is not known. */
  unpriced: z.int(),
  balance: z.object({
    /** Messages left now. */
    left: z.int(),
    /** Messages that this mailing takes. */
    needed: z.int(),
    /** Messages to be topped up, so that all recipients get it; 0: none. */
    short: z.int(),
    /** The least number of messages that is sold for a mailing. */
    leastSold: z.int(),
  }),
  /** When the first message leaves; the mailing's start when none does. */
  startsAt: Instant,
  /** When the last message leaves; null: never. */
  finishesAt: Instant.nullable(),
  /** Recipients whose turn does not come before its last moment. */
  unsent: z.int(),
  /** Messages of each day on which some leave. */
  days: z.array(z.object({ date: z.iso.date(), messages: z.int() })),
  /** Parts that are missing for it to go live. */
  missing: z.array(z.enum(MAILING_MISSING_PARTS)),
  warnings: z.array(MailingWarning),
});
export type MailingCheck = z.infer<typeof MailingCheck>;

export const checkMailing = endpoint({
  method: 'POST',
  path: '/api/v1/distributions/check',
  access: 'member',
  summary: 'Whom a mailing would reach and leave out, its price, its end, and what to mend before it goes live.',
  body: CheckedSettings,
  reply: MailingCheck,
});

export const listCheckedPeople = endpoint({
  method: 'POST',
  path: '/api/v1/distributions/check/people',
  access: 'member',
  summary: 'The contacts behind a count of the check, a page at a time.',
  body: CheckedSettings.extend({
    /**
     * The rule that leaves them out, `control_group` for those kept back, `marketing_budget` for recipients whose frequency
     * cap is used up; null: the recipients.
     */
    exclusion: DecisionRule.nullable(),
    cursor: z.string().optional(),
    limit: z.int().min(1).max(100).default(50),
  }),
  reply: pageOf(z.object({ contactId: ContactId, name: z.string(), phone: z.string().nullable() })),
});

/** A rehearsal of a mailing: each recipient decided at their turn, hour by hour. Nothing is sent. */
export const MailingRehearsal = MailingCheck.pick({
  audience: true,
  excluded: true,
  control: true,
  recipients: true,
}).extend({
  /** Recipients who would get it. Recipients = reached + missed. */
  reached: z.int(),
  /** Messages by the hour in which they leave; the first begins with the mailing. */
  hours: z.array(z.object({ at: Instant, messages: z.int() })),
  /** Recipients who would not get it after all, by the reason; the most frequent first. */
  missed: z.array(z.object({ rule: DecisionRule, contacts: z.int() })),
  /** Recipients who get it later than at their turn, by what puts them off. */
  waited: z.array(z.object({ rule: DecisionRule, contacts: z.int() })),
  /** Recipients decided one by one; where there are more, the figures are estimated from these. */
  sampled: z.int(),
});
export type MailingRehearsal = z.infer<typeof MailingRehearsal>;

/** Some of the recipients of a rehearsal: those of an hour, or of a reason. */
export const RehearsedGroup = z.union([
  z.object({ hour: Instant }),
  z.object({ missed: DecisionRule }),
  z.object({ waited: DecisionRule }),
]);
export type RehearsedGroup = z.infer<typeof RehearsedGroup>;

export const rehearseMailing = endpoint({
  method: 'POST',
  path: '/api/v1/distributions/rehearse',
  access: 'member',
  summary: 'Who of the audience would be reached at each hour, and who would wait or be left out, and why.',
  ratePerMinute: 30,
  body: CheckedSettings,
  reply: MailingRehearsal,
});

export const listRehearsedPeople = endpoint({
  method: 'POST',
  path: '/api/v1/distributions/rehearse/people',
  access: 'member',
  summary: 'The contacts behind a count of the rehearsal, a page at a time.',
  ratePerMinute: 60,
  body: CheckedSettings.extend({
    group: RehearsedGroup,
    cursor: z.string().optional(),
    limit: z.int().min(1).max(100).default(50),
  }),
  reply: listCheckedPeople.reply,
});
