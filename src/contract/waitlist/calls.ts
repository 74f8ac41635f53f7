import { z } from 'zod';
import { FlowConditions, GivenAudience } from '#contract/audiences/calls.ts';
import { ChannelId } from '#contract/channels/calls.ts';
import { BranchId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { DecisionRule, MessageId } from '#contract/delivery/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { TypedPhones } from '#contract/flows/calls.ts';
import { Day, Instant, Language, Money, PageQuery, pageOf, TimeZone } from '#contract/primitives.ts';
import { ContactPreview } from '#contract/texts/previews.ts';
import { ContactTexts, FilledTextTemplate, TextContent } from '#contract/texts/calls.ts';
import { MasterId, ServiceId, VisitId } from '#contract/visits/calls.ts';
import {
  ENTRY_SOURCES,
  ENTRY_STATUSES,
  OFFER_STATUSES,
  SLOT_AUDIENCES,
  SLOT_BOOKINGS,
  SLOT_MODES,
  SLOT_STATUSES,
} from './values.ts';

export const WaitEntryId = z.uuid().brand<'WaitEntryId'>();
export type WaitEntryId = z.infer<typeof WaitEntryId>;
export const SlotId = z.uuid().brand<'SlotId'>();
export type SlotId = z.infer<typeof SlotId>;
export const SlotOfferId = z.uuid().brand<'SlotOfferId'>();
export type SlotOfferId = z.infer<typeof SlotOfferId>;

export const SlotStatus = z.enum(SLOT_STATUSES);
export type SlotStatus = z.infer<typeof SlotStatus>;
export const SlotBooking = z.enum(SLOT_BOOKINGS);
export type SlotBooking = z.infer<typeof SlotBooking>;
export const OfferStatus = z.enum(OFFER_STATUSES);
export type OfferStatus = z.infer<typeof OfferStatus>;
export const EntryStatus = z.enum(ENTRY_STATUSES);
export type EntryStatus = z.infer<typeof EntryStatus>;
export const EntrySource = z.enum(ENTRY_SOURCES);
export type EntrySource = z.infer<typeof EntrySource>;

/** The text of an offer; its answer buttons are added where the channel has them. */
const OfferContent = z.object({
  texts: ContactTexts,
  templates: z.array(FilledTextTemplate).max(40).default([]),
  shortensLinks: TextContent.shape.shortensLinks,
});

/** How freed slots are offered. */
export const WaitlistSettings = z.object({
  isOn: z.boolean(),
  recipients: z.enum(SLOT_AUDIENCES).default('list'),
  mode: z.enum(SLOT_MODES).default('order'),
  /** In turn: how long each has to answer before the next is candidate. */
  holdMinutes: z.int().min(5).max(1440).default(30),
  /** Offers stop so long before the start. */
  stopMinutes: z.int().min(0).max(2880).default(60),
  /** Most likely clients who are asked about one slot. */
  mostContacts: z.int().min(1).max(200).default(20),
  /** The likely clients; without groups nobody. */
  audience: FlowConditions,
  /** Order of channels: the first that reaches the contact is used; empty: the cabinet's order. */
  channelIds: z.array(ChannelId).max(20).default([]),
  content: OfferContent,
});
export type WaitlistSettings = z.infer<typeof WaitlistSettings>;

const StoredSettings = z.object({ settings: WaitlistSettings, version: z.int() });

export const getWaitlistSettings = endpoint({
  method: 'GET',
  path: '/api/v1/waitlist/settings',
  access: 'member',
  summary: 'How freed slots are offered.',
  reply: StoredSettings,
});

export const saveWaitlistSettings = endpoint({
  method: 'PUT',
  path: '/api/v1/waitlist/settings',
  access: 'member',
  summary: 'Changes how freed slots are offered; slots that are offered already follow the text and the channels.',
  body: z.object({
    settings: WaitlistSettings.extend({ audience: GivenAudience }),
    /** The version the editor loaded; another one means that another member saved meanwhile. */
    baseVersion: z.int(),
  }),
  reply: StoredSettings,
  problems: ['waitlist.changed_meanwhile', 'waitlist.audience_missing', 'waitlist.link_missing'],
});

/** The part of the settings that an offer is written by. */
const OfferToTry = WaitlistSettings.pick({ content: true, channelIds: true });

/** Takes unsaved settings, so that the form shows its current input. The worst case comes first. */
export const previewOffer = endpoint({
  method: 'POST',
  path: '/api/v1/waitlist/preview',
  access: 'member',
  summary:
    'The offer as up to 10 contacts of the waiting list would get it, the worst case first; an example when there are none.',
  body: z.object({ settings: OfferToTry, language: Language.optional() }),
  reply: z.object({
    previews: z.array(ContactPreview),
    /** Whether one of the channels allows free text only for a while after the contact wrote. */
    hasWindow: z.boolean(),
    /** Variables of the texts that an offer cannot fill. */
    unknownVariables: z.array(z.string()),
  }),
});

/** Takes unsaved settings, so that the form sends its current input. */
export const sendOfferTest = endpoint({
  method: 'POST',
  path: '/api/v1/waitlist/test-send',
  access: 'member',
  summary: 'Sends an offer of an invented slot once to the test numbers, at once and at any hour.',
  takesIdempotencyKey: true,
  ratePerMinute: 30,
  body: z.object({
    settings: OfferToTry,
    /** The contact whose name the message has; null: an example. */
    contactId: ContactId.nullable().default(null),
    /** Empty: the cabinet's own test numbers. */
    testPhones: TypedPhones,
  }),
  reply: z.object({ messageIds: z.array(z.uuid()) }),
  problems: [
    'waitlist.test_phone_missing',
    'channel.not_found',
    'channel.cannot_reach',
    'message_quota.exhausted',
    'contact.not_found',
  ],
});

/** The times that a waiting contact wants. Null and empty mean any. Days and hours are those of the branch. */
export const WaitPreference = z
  .object({
    branchId: BranchId.nullable().default(null),
    serviceId: ServiceId.nullable().default(null),
    masterId: MasterId.nullable().default(null),
    /** ISO weekdays, 1 Monday … 7 Sunday. */
    weekdays: z.array(z.int().min(1).max(7)).max(7).default([]),
    /** The start lies at or after the first hour and before the second. */
    fromHour: z.int().min(0).max(23).default(0),
    untilHour: z.int().min(1).max(24).default(24),
    /** Days of the slot, both included. The contact waits until the last. */
    firstDay: Day.nullable().default(null),
    lastDay: Day.nullable().default(null),
  })
  .refine(({ fromHour, untilHour }) => fromHour < untilHour, { path: ['untilHour'], error: 'range' })
  .refine(({ firstDay, lastDay }) => firstDay === null || lastDay === null || firstDay <= lastDay, {
    path: ['lastDay'],
    error: 'range',
  });
export type WaitPreference = z.infer<typeof WaitPreference>;

/** A contact on the waiting list. */
export const WaitEntry = z.object({
  id: WaitEntryId,
  contactId: ContactId,
  contactName: z.string(),
  contactPhone: z.string().nullable(),
  preference: WaitPreference,
  branchTitle: z.string().nullable(),
  serviceTitle: z.string().nullable(),
  masterName: z.string().nullable(),
  comment: z.string(),
  source: EntrySource,
  status: EntryStatus,
  /** The last day of the preference has passed. */
  isOver: z.boolean(),
  /** The visit that the contact would give up for an earlier one. */
  visitId: VisitId.nullable(),
  visitStartsAt: Instant.nullable(),
  /** Zone of that visit's branch. */
  visitTimeZone: TimeZone.nullable(),
  offers: z.int(),
  createdAt: Instant,
});
export type WaitEntry = z.infer<typeof WaitEntry>;

const OfEntry = z.object({ waitEntryId: WaitEntryId });
const Comment = z.string().trim().max(500, { error: 'too_long' });

export const listWaitEntries = endpoint({
  method: 'GET',
  path: '/api/v1/waitlist/entries',
  access: 'member',
  summary: 'The waiting list, those who wait longest first; others by their last change.',
  query: PageQuery.extend({ status: EntryStatus.default('waiting'), contactId: ContactId.optional() }),
  reply: pageOf(WaitEntry),
});

export const createWaitEntry = endpoint({
  method: 'POST',
  path: '/api/v1/waitlist/entries',
  access: 'member',
  summary: 'Adds a contact to the waiting list.',
  takesIdempotencyKey: true,
  body: z.object({ contactId: ContactId, preference: WaitPreference, comment: Comment.default('') }),
  reply: WaitEntry,
  problems: ['contact.not_found', 'waitlist.preference_unknown', 'waitlist.full'],
});

export const saveWaitEntry = endpoint({
  method: 'PUT',
  path: '/api/v1/waitlist/entries/:waitEntryId',
  access: 'member',
  summary: 'Changes what a contact waits for.',
  params: OfEntry,
  body: z.object({ preference: WaitPreference, comment: Comment.default('') }),
  reply: WaitEntry,
  problems: ['waitlist_entry.not_found', 'waitlist.preference_unknown'],
});

export const removeWaitEntry = endpoint({
  method: 'DELETE',
  path: '/api/v1/waitlist/entries/:waitEntryId',
  access: 'member',
  summary: 'Takes a contact off the waiting list.',
  params: OfEntry,
  problems: ['waitlist_entry.not_found'],
});

/** For Undo. */
export const restoreWaitEntry = endpoint({
  method: 'POST',
  path: '/api/v1/waitlist/entries/:waitEntryId/restore',
  access: 'member',
  summary: 'Puts a contact back on the waiting list, at their old place.',
  params: OfEntry,
  reply: WaitEntry,
  problems: ['waitlist_entry.not_found'],
});

/** The time of a cancelled visit. */
export const FreedSlot = z.object({
  id: SlotId,
  visitId: VisitId,
  branchId: BranchId,
  branchTitle: z.string(),
  timeZone: TimeZone,
  masterName: z.string().nullable(),
  serviceTitles: z.array(z.string()),
  startsAt: Instant,
  durationMinutes: z.int(),
  price: Money,
  status: SlotStatus,
  freedAt: Instant,
  /** Until then it is offered. */
  closesAt: Instant,
  /** Contacts who were written to; those whose turn has not come; those left out by a rule. */
  offered: z.int(),
  queued: z.int(),
  skipped: z.int(),
  /** The contact who has it. */
  winner: z.object({ contactId: ContactId, name: z.string(), acceptedAt: Instant }).nullable(),
  booking: SlotBooking.nullable(),
  /** The booking system's words where the visit was not entered. */
  bookingText: z.string().nullable(),
  bookedVisitId: VisitId.nullable(),
});
export type FreedSlot = z.infer<typeof FreedSlot>;

export const SlotOffer = z.object({
  id: SlotOfferId,
  contactId: ContactId,
  contactName: z.string(),
  /** On the waiting list; false: a likely client. */
  isWaiting: z.boolean(),
  status: OfferStatus,
  skipRule: DecisionRule.nullable(),
  offeredAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  answeredAt: Instant.nullable(),
  messageId: MessageId.nullable(),
});
export type SlotOffer = z.infer<typeof SlotOffer>;

/** Slots freed in a period. */
const Period = z.object({ from: Day.optional(), to: Day.optional() });

/** `offered`: at least one contact was written to. */
export const SlotFilter = z.enum(['freed', 'offered', 'filled', 'open', 'to_enter']);
export type SlotFilter = z.infer<typeof SlotFilter>;

export const listFreedSlots = endpoint({
  method: 'GET',
  path: '/api/v1/waitlist/slots',
  access: 'member',
  summary: 'Freed slots, newest first.',
  query: PageQuery.extend({ ...Period.shape, which: SlotFilter.default('freed') }),
  reply: pageOf(FreedSlot),
});

const OfSlot = z.object({ slotId: SlotId });

export const getFreedSlot = endpoint({
  method: 'GET',
  path: '/api/v1/waitlist/slots/:slotId',
  access: 'member',
  summary: 'A freed slot with its first 200 offers, in their order.',
  params: OfSlot,
  reply: FreedSlot.extend({ offers: z.array(SlotOffer) }),
  problems: ['freed_slot.not_found'],
});

export const stopFreedSlot = endpoint({
  method: 'POST',
  path: '/api/v1/waitlist/slots/:slotId/stop',
  access: 'member',
  summary: 'Stops offering a slot; messages that wait are not sent.',
  params: OfSlot,
  reply: FreedSlot,
  problems: ['freed_slot.not_found', 'waitlist.slot_closed'],
});

export const markSlotEntered = endpoint({
  method: 'POST',
  path: '/api/v1/waitlist/slots/:slotId/entered',
  access: 'member',
  summary: 'A member has entered the visit in the booking system.',
  params: OfSlot,
  reply: FreedSlot,
  problems: ['freed_slot.not_found', 'waitlist.slot_closed'],
});

export const getWaitlistFigures = endpoint({
  method: 'GET',
  path: '/api/v1/waitlist/figures',
  access: 'member',
  summary: 'What offering freed slots brought in a period.',
  query: Period,
  reply: z.object({
    waiting: z.int(),
    freed: z.int(),
    offered: z.int(),
    filled: z.int(),
    open: z.int(),
    /** Filled slots that a member is to enter in the booking system. */
    toEnter: z.int(),
    /** Prices of the filled slots, by currency. */
    brought: z.array(Money),
  }),
});
