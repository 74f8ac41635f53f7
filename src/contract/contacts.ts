import { z } from 'zod';
import { ChannelId } from './channels.ts';
import { endpoint } from './endpoint.ts';
import { Instant, Language, PageQuery, pageOf, TimeZone } from './primitives.ts';
import { CONTACT_FILTERS, LOST_DAYS, OPT_OUT_SOURCES } from './values.ts';

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
export const OptOutScope = z.enum(['all', 'marketing']);

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
  note: z.string().nullable(),
  createdAt: Instant,
});
export type OptOut = z.infer<typeof OptOut>;

/** A row of the list of contacts. */
export const ListedContact = Contact.extend({
  /** Start of the first upcoming visit that was not cancelled. */
  nextVisitAt: Instant.nullable(),
  isOptedOut: z.boolean(),
  /** The booking system stores an opt-out from mailings. */
  refusesMailings: z.boolean(),
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
    lostDays: LostDays,
    sort: z.enum(['last_visit', 'name']).default('last_visit'),
    /** Default order: names A to Z, visits newest first. */
    isReversed: z.stringbool().default(false),
  }),
  reply: pageOf(ListedContact),
});

/** The highest count; it means "this many or more". */
export const MOST_COUNTED_CONTACTS = 10_000;

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
  name: z.string().trim().min(1, { error: 'required' }).max(120, { error: 'too_long' }).optional(),
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
  params: z.object({ contactId: ContactId }),
  body: z.object({ scope: OptOutScope, note: z.string().trim().max(300, { error: 'too_long' }).optional() }),
  reply: z.object({ optOutId: OptOutId, isNew: z.boolean() }),
  problems: ['contact.not_found'],
});

export const listOptOuts = endpoint({
  method: 'GET',
  path: '/api/v1/phones/ignore',
  access: 'member',
  summary: 'The ignore list, newest first; search by name or phone.',
  query: PageQuery.extend({ search: z.string().trim().max(100).optional(), source: OptOutSource.optional() }),
  reply: pageOf(OptOut).extend({ count: z.int() }),
});

/** Several at once: a pasted list. Unreadable numbers are named in `details.fields.phones`. */
export const addOptOuts = endpoint({
  method: 'POST',
  path: '/api/v1/phones/ignore',
  access: 'member',
  summary: 'Puts phones on the ignore list.',
  body: z.object({
    phones: z.array(z.string().trim().max(40)).min(1, { error: 'required' }).max(1000),
    note: z.string().trim().max(300).optional(),
  }),
  reply: z.object({ added: z.int(), alreadyThere: z.int() }),
});

/** The form's version: phones as pasted, one per line or separated by commas. */
export const PastedOptOuts = z.object({
  phones: z.string().trim().min(1, { error: 'required' }).max(40_000, { error: 'too_long' }),
  note: addOptOuts.body.shape.note,
});

export const liftOptOut = endpoint({
  method: 'DELETE',
  path: '/api/v1/phones/ignore/:optOutId',
  access: 'member',
  summary: 'Takes a customer off the ignore list.',
  params: z.object({ optOutId: OptOutId }),
  problems: ['opt_out.not_found'],
});

/** For Undo. */
export const restoreOptOut = endpoint({
  method: 'POST',
  path: '/api/v1/phones/ignore/:optOutId/restore',
  access: 'member',
  summary: 'Puts a lifted entry back.',
  params: z.object({ optOutId: OptOutId }),
  problems: ['opt_out.not_found'],
});

/** Data of the public page /il/{encUserGuid}. The link is signed and names one contact of one business. */
export const IgnoreLink = z.object({
  businessName: z.string(),
  /** Masked, so that a forwarded link reveals little: `+7 ••• •••-11-22`. */
  maskedPhone: z.string().nullable(),
  isOptedOut: z.boolean(),
  language: Language,
});
export type IgnoreLink = z.infer<typeof IgnoreLink>;

const LinkParams = z.object({ encUserGuid: z.string().max(300) });

export const readIgnoreLink = endpoint({
  method: 'GET',
  path: '/api/v1/il/:encUserGuid',
  access: 'public',
  summary: 'What a customer sees before she decides.',
  ratePerMinute: 120,
  params: LinkParams,
  reply: IgnoreLink,
  problems: ['opt_out.link_invalid'],
});

export const optOutByLink = endpoint({
  method: 'POST',
  path: '/api/v1/il/:encUserGuid',
  access: 'public',
  summary: 'Stops or allows messages again; the same answer however often it is asked.',
  ratePerMinute: 60,
  params: LinkParams,
  body: z.object({ isOptedOut: z.boolean() }),
  reply: IgnoreLink,
  problems: ['opt_out.link_invalid'],
});
