import { z } from 'zod';
import { FlowConditions } from '#contract/audiences/calls.ts';
import { OwnPassOn } from '#contract/channels/cascade.ts';
import { ChannelId } from '#contract/channels/calls.ts';
import { DecisionRule } from '#contract/delivery/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { FlowMode, SendWindow, TypedPhones } from '#contract/flows/calls.ts';
import { ImportId } from '#contract/imports/calls.ts';
import {
  AUDIENCE_TYPES,
  MAILING_ERRORS,
  MAILING_OUTCOMES,
  MAILING_SORTS,
  MAILING_STATUSES,
  MAX_CONTROL_PERCENT,
  MAX_VARIANTS,
} from './values.ts';
import { Instant, PageQuery, pageOf, Phone } from '#contract/primitives.ts';
import { MailingRepeat } from './repeat.ts';
import { SenderId } from '#contract/senders/calls.ts';
import { ContactTexts, TextContent } from '#contract/texts/calls.ts';

/** The sender of a mailing's messages has the id of the mailing. */
export const MailingId = SenderId.brand<'MailingId'>();
export type MailingId = z.infer<typeof MailingId>;

/**
 * `none`: a draft · `waiting`: its start is ahead · `working` · `pause` · `error`: it stopped by itself and can go on ·
 * `done` and `canceled` are final · `unavailable`: not in the tenant's tariff.
 */
export const MailingStatus = z.enum(MAILING_STATUSES);
export type MailingStatus = z.infer<typeof MailingStatus>;

export const MailingErrorCode = z.enum(MAILING_ERRORS);
export type MailingErrorCode = z.infer<typeof MailingErrorCode>;

export const MailingOutcome = z.enum(MAILING_OUTCOMES);
export type MailingOutcome = z.infer<typeof MailingOutcome>;

/** The contacts a mailing is meant for. The list is fixed when the mailing starts. */
export const MailingAudience = z.discriminatedUnion('type', [
  /** Without groups: every contact. */
  z.object({ type: z.literal('conditions'), conditions: FlowConditions }),
  /** The contacts of an imported file, or of pasted numbers. */
  z.object({ type: z.literal('list'), importId: ImportId }),
  /** The recipients of an earlier mailing, by what became of their message. */
  z.object({ type: z.literal('mailing'), mailingId: MailingId, outcome: MailingOutcome }),
]);
export type MailingAudience = z.infer<typeof MailingAudience>;

/** Which contacts of the audience are left out, beside those who must never be written to. */
const MailingExclusions = z.object({
  /** Only contacts who wrote to the business or subscribed on a channel of the mailing. */
  subscribedCustomers: z.boolean().default(false),
  /** Leaves out contacts who never wrote to the business. */
  ignoreClientsWithNoDialogue: z.boolean().default(false),
  /** Leaves out contacts whom a member is talking to. */
  skipOpenConversations: z.boolean().default(true),
});

/** When a mailing sends. Days and hours are those of the cabinet's zone, or of each contact's own. */
export const MailingTiming = z.object({
  /** Null: at once when it goes live. Of a mailing that repeats: its next run, set by the server. */
  startsAt: Instant.nullable().default(null),
  /** Null: it is sent once. */
  repeat: MailingRepeat.nullable().default(null),
  /** ISO weekdays, 1 Monday … 7 Sunday; empty means any. */
  daysOfWeek: z.array(z.int().min(1).max(7)).max(7).default([]),
  dispatchHours: SendWindow.prefault({ startHour: 10, endHour: 20 }),
  isInContactZone: z.boolean().default(false),
  /** Most messages a day, as the owner wishes; null: as many as the channel allows. */
  perDay: z.int().min(1).max(1_000_000).nullable().default(null),
  /** Spreads the messages of a day evenly over its hours. */
  isSpread: z.boolean().default(false),
  /** After this nothing more is sent; null: until all recipients have been written to. */
  useBy: Instant.nullable().default(null),
});
export type MailingTiming = z.infer<typeof MailingTiming>;

/** Texts compared on a share of the recipients; the one that does best goes to the others. */
export const MailingExperiment = z.object({
  /** Beside the mailing's own text, which is variant A. */
  variants: z
    .array(ContactTexts)
    .min(1)
    .max(MAX_VARIANTS - 1),
  /** Percent of the recipients who get the test, all texts together. */
  sharePercent: z.int().min(5).max(50).default(20),
  metric: z.enum(['replies', 'visits']).default('replies'),
  /** When the winner is chosen, after the last message of the test has left. */
  decideAfterHours: z.int().min(1).max(168).default(24),
  /** The next step when no text is surely better. */
  otherwise: z.enum(['send_best', 'stop']).default('send_best'),
});
export type MailingExperiment = z.infer<typeof MailingExperiment>;

/** Settings of a mailing, saved as one version. */
export const MailingSettings = z.object({
  audience: MailingAudience,
  ...MailingExclusions.shape,
  /** Order of channels: the first that reaches the contact is used; empty: the cabinet's order. */
  channelIds: z.array(ChannelId).max(20).default([]),
  passOnMinutes: OwnPassOn,
  content: TextContent,
  timing: MailingTiming,
  experiment: MailingExperiment.nullable().default(null),
  /** Sends texts that are almost equal also by numbers that messengers block for it. */
  allowsSameText: z.boolean().default(false),
  /** Percent of the recipients who get nothing, to measure the effect. */
  controlPercent: z.int().min(0).max(MAX_CONTROL_PERCENT).default(0),
});
export type MailingSettings = z.infer<typeof MailingSettings>;

/** Recipients and messages of a mailing. Audience = excluded + control + recipients. */
export const MailingCounts = z.object({
  /** Contacts of the audience, as counted when it started; before that 0. */
  audience: z.int(),
  /** Contacts left out, by rule. */
  excluded: z.record(z.string(), z.int()),
  /** Contacts kept back to measure the effect. */
  control: z.int(),
  /** Contacts who get the message, or were to get it. */
  recipients: z.int(),
  /** Recipients whose message is not planned yet. */
  waiting: z.int(),
  planned: z.int(),
  sent: z.int(),
  delivered: z.int(),
  read: z.int(),
  replied: z.int(),
  /** A link of the message was followed; only known where links are shortened. */
  clicked: z.int(),
  failed: z.int(),
  skipped: z.int(),
});
export type MailingCounts = z.infer<typeof MailingCounts>;

/** A message that is sent once to many contacts. */
export const Mailing = z.object({
  id: MailingId,
  title: z.string(),
  type: z.enum(AUDIENCE_TYPES),
  status: MailingStatus,
  errorCode: MailingErrorCode.nullable(),
  errorReason: z.string().nullable(),
  /** `test`: only to the owner's own numbers, until it goes live. */
  mode: FlowMode,
  /** E.164; empty: the cabinet's own test numbers. */
  testPhones: z.array(Phone),
  version: z.int(),
  settings: MailingSettings,
  counts: MailingCounts,
  /** Whether the list of recipients is complete; it grows for a while after the start. */
  isListed: z.boolean(),
  /** A/B test: when its texts are compared; null: the test is still being sent, or there is none. */
  decidesAt: Instant.nullable(),
  /** A/B test: the variant that goes to the rest, 0 is the mailing's own text; null: not chosen yet. */
  winner: z.int().nullable(),
  nextMessageAt: Instant.nullable(),
  /** The first run of a mailing that repeats; null: it is the first, or it does not repeat. */
  seriesId: MailingId.nullable(),
  /** Recipients who wait for a top-up of the message balance; 0: none. */
  unpaid: z.int(),
  /** The rule by which the next recipients wait, e.g. `quiet_hours` or `daily_limit`, and until when; null: nothing holds them. */
  heldBy: DecisionRule.nullable(),
  heldUntil: Instant.nullable(),
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  /** Null: it is not deleted. A deleted mailing can be read, duplicated and restored. */
  deletedAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Mailing = z.infer<typeof Mailing>;

/** A mailing in a list: everything but its text and audience. */
export const MailingRow = Mailing.omit({ settings: true }).extend({
  daysOfWeek: z.array(z.int()),
  dispatchHours: SendWindow,
  startsAt: Instant.nullable(),
  repeat: MailingRepeat.nullable(),
});
export type MailingRow = z.infer<typeof MailingRow>;

export const MailingTitle = z.string().trim().min(1, { error: 'required' }).max(120, { error: 'too_long' });
export const MailingParams = z.object({ mailingId: MailingId });

const Filter = z.object({
  status: MailingStatus.optional(),
  mode: FlowMode.optional(),
  /** A part of the title, in any case. */
  search: z.string().trim().max(100).optional(),
});

export const listMailings = endpoint({
  method: 'GET',
  path: '/api/v1/distributions',
  access: 'member',
  summary: 'Mailings a page at a time, with what became of their messages.',
  query: PageQuery.extend({
    ...Filter.shape,
    /** The runs of one mailing that repeats, by its first. */
    seriesId: MailingId.optional(),
    /** Deleted mailings instead of the others. */
    isDeleted: z.stringbool().default(false),
    sort: z.enum(MAILING_SORTS).default('created'),
    /** Absent: newest first, titles from A. */
    isDescending: z.stringbool().optional(),
  }),
  reply: pageOf(MailingRow),
});

export const countMailings = endpoint({
  method: 'GET',
  path: '/api/v1/distributions/counts',
  access: 'member',
  summary: 'How many mailings there are by status.',
  query: Filter.omit({ status: true }),
  /** `total` and `byStatus` leave the deleted ones out. */
  reply: z.object({ total: z.int(), byStatus: z.record(z.string(), z.int()), deleted: z.int() }),
});

export const getMailing = endpoint({
  method: 'GET',
  path: '/api/v1/distributions/:mailingId',
  access: 'member',
  summary: 'One mailing, also a deleted one.',
  params: MailingParams,
  reply: Mailing,
  problems: ['distribution.not_found'],
});

/** The mailing is a draft. Absent settings are those of a new mailing in the cabinet's contact language. */
export const createMailing = endpoint({
  method: 'POST',
  path: '/api/v1/distributions',
  access: 'member',
  summary: 'Creates a mailing as a draft.',
  takesIdempotencyKey: true,
  body: z.object({
    title: MailingTitle.optional(),
    audience: MailingAudience.optional(),
    settings: MailingSettings.optional(),
  }),
  reply: Mailing,
});

export const saveMailing = endpoint({
  method: 'PUT',
  path: '/api/v1/distributions/:mailingId',
  access: 'member',
  summary: 'Saves a new version. Once it has started, recipients who have not had it get the new text.',
  params: MailingParams,
  body: z.object({
    title: MailingTitle,
    settings: MailingSettings,
    testPhones: TypedPhones,
    /** The version the editor loaded; another one means that another member saved meanwhile. */
    baseVersion: z.int(),
  }),
  reply: Mailing,
  problems: ['distribution.not_found', 'distribution.changed_meanwhile', 'distribution.wrong_status'],
});

export const duplicateMailing = endpoint({
  method: 'POST',
  path: '/api/v1/distributions/:mailingId/duplicate',
  access: 'member',
  summary: 'Copies a mailing as a draft.',
  takesIdempotencyKey: true,
  params: MailingParams,
  reply: Mailing,
  problems: ['distribution.not_found'],
});

export const deleteMailing = endpoint({
  method: 'DELETE',
  path: '/api/v1/distributions/:mailingId',
  access: 'member',
  summary: 'Deletes a mailing; its planned messages are cancelled, its history stays.',
  params: MailingParams,
  problems: ['distribution.not_found'],
});

/** For Undo. A mailing that was working when it was deleted is paused. */
export const restoreMailing = endpoint({
  method: 'POST',
  path: '/api/v1/distributions/:mailingId/restore',
  access: 'member',
  summary: 'Takes a deletion back.',
  params: MailingParams,
  reply: Mailing,
  problems: ['distribution.not_found'],
});
