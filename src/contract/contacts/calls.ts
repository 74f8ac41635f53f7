import { z } from 'zod';
import { ChannelId } from '#contract/channels/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { onOneLine } from '#contract/pasted-text.ts';
import { Instant, Language, PageQuery, pageOf, TimeZone } from '#contract/primitives.ts';
import { CONTACT_FILTERS, LONGEST_REASON, LOST_DAYS, OPT_OUT_ENDS, OPT_OUT_SCOPES, OPT_OUT_SOURCES } from './values.ts';

export const ContactId = z.uuid().brand<'ContactId'>();
export type ContactId = z.infer<typeof ContactId>;
export const OptOutId = z.uuid().brand<'OptOutId'>();
export type OptOutId = z.infer<typeof OptOutId>;

/** A customer of the tenant. */
export const Contact = z.object({
  id: ContactId,
  name: z.string(),
  /** E.164; null for contacts without a phone, e.g. on Telegram. */
  phone: z.string().nullable(),
  language: Language.nullable(),
  timeZone: TimeZone.nullable(),
  visitsCount: z.int(),
  lastVisitAt: Instant.nullable(),
});
export type Contact = z.infer<typeof Contact>;

export const OptOutSource = z.enum(OPT_OUT_SOURCES);
export const OptOutScope = z.enum(OPT_OUT_SCOPES);
export const OptOutEnd = z.enum(OPT_OUT_ENDS);

/** A contact who must not be messaged. */
export const OptOut = z.object({
  id: OptOutId,
  contactId: ContactId.nullable(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  /** Null: every channel. */
  channelId: ChannelId.nullable(),
  channelTitle: z.string().nullable(),
  scope: OptOutScope,
  source: OptOutSource,
  /** The reason that a member, a list or a provider gave. */
  note: z.string().nullable(),
  createdAt: Instant,
  /** Name of the member who added it; null: the contact or a provider. */
  createdBy: z.string().nullable(),
  /** It does not hold from then on; null: it holds for ever. */
  endsAt: Instant.nullable(),
  liftedAt: Instant.nullable(),
  liftedHow: OptOutEnd.nullable(),
  /** Name of the member who took it off. */
  liftedBy: z.string().nullable(),
  /** Language of the contact's public page. */
  pageLanguage: Language,
});
export type OptOut = z.infer<typeof OptOut>;

/** A row of the list of contacts. */
export const ListedContact = Contact.extend({
  /** Zone of the last visit's branch; the tenant's without one. */
  lastVisitTimeZone: TimeZone,
  /** Start of the first upcoming visit that was not cancelled. */
  nextVisitAt: Instant.nullable(),
  nextVisitTimeZone: TimeZone,
  isOptedOut: z.boolean(),
  /** The booking system stores an opt-out from mailings. */
  refusesMailings: z.boolean(),
  tags: z.array(z.string()),
});
export type ListedContact = z.infer<typeof ListedContact>;

export const ContactFilter = z.enum(CONTACT_FILTERS);

/** Days without a visit after which a contact counts as lost. */
const LostDays = z.coerce.number().int().min(7).max(3650).default(LOST_DAYS);

export const listContacts = endpoint({
  method: 'GET',
  path: '/api/v1/contacts',
  access: 'member',
  summary: 'Customers, newest visit first or by name; search by name or phone.',
  query: PageQuery.extend({
    search: z.string().trim().max(100).optional(),
    filter: ContactFilter.optional(),
    tag: z.string().trim().max(100).optional(),
    segment: z.uuid().optional(),
    lostDays: LostDays,
    sort: z.enum(['last_visit', 'name']).default('last_visit'),
    /** Default order: names A to Z, visits newest first. */
    isReversed: z.stringbool().default(false),
  }),
  reply: pageOf(ListedContact),
});

/** The highest count; it means "this many or more". */
export const MAX_COUNTED_CONTACTS = 10_000;

export const countContacts = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/counts',
  access: 'member',
  summary: 'How many customers there are in all and by each filter; 10,000 means that many or more.',
  query: z.object({ lostDays: LostDays }),
  reply: z.object({
    all: z.int(),
    ahead: z.int(),
    lost: z.int(),
    opted_out: z.int(),
    refuses_mailings: z.int(),
    no_channel: z.int(),
  }),
});

/** The fields of a contact a member may change; absent ones stay. The booking system does not overwrite them. */
export const ContactChange = z.object({
  name: z.string().overwrite(onOneLine).min(1, { error: 'required' }).max(120, { error: 'too_long' }).optional(),
  language: Language.nullable().optional(),
  timeZone: TimeZone.nullable().optional(),
  birthDate: z.iso.date().nullable().optional(),
});

export const updateContact = endpoint({
  method: 'PATCH',
  path: '/api/v1/contacts/:contactId',
  access: 'member',
  summary: "Changes a customer's name, language, time zone or birthday.",
  params: z.object({ contactId: ContactId }),
  body: ContactChange,
  reply: Contact,
  problems: ['contact.not_found'],
});

/** Adds nothing where an opt-out exists already; that entry is returned. */
export const optOutContact = endpoint({
  method: 'POST',
  path: '/api/v1/contacts/:contactId/opt-outs',
  access: 'member',
  summary: 'Puts a customer on the ignore list.',
  takesIdempotencyKey: true,
  params: z.object({ contactId: ContactId }),
  body: z.object({ scope: OptOutScope, note: z.string().trim().max(LONGEST_REASON, { error: 'too_long' }).optional() }),
  reply: z.object({ optOutId: OptOutId, isNew: z.boolean() }),
  problems: ['contact.not_found'],
});
