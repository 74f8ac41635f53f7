import { z } from 'zod';
import { ChannelId } from './channels.ts';
import { endpoint } from './endpoint.ts';
import { Instant, Language, PageQuery, pageOf, TimeZone } from './primitives.ts';
import { OPT_OUT_SOURCES } from './values.ts';

export const ContactId = z.uuid().brand<'ContactId'>();
export type ContactId = z.infer<typeof ContactId>;
export const OptOutId = z.uuid().brand<'OptOutId'>();
export type OptOutId = z.infer<typeof OptOutId>;

/** A customer of the tenant. */
export const Contact = z.object({
  id: ContactId,
  name: z.string(),
  /** E.164; null for those who never gave one, e.g. on Telegram. */
  phone: z.string().nullable(),
  language: Language.nullable(),
  timeZone: TimeZone.nullable(),
  visitsCount: z.int(),
  lastVisitAt: Instant.nullable(),
});
export type Contact = z.infer<typeof Contact>;

export const OptOutSource = z.enum(OPT_OUT_SOURCES);
export const OptOutScope = z.enum(['all', 'marketing']);

/** A customer who must not be messaged. */
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

export const listContacts = endpoint({
  method: 'GET',
  path: '/api/v1/contacts',
  access: 'member',
  summary: 'Customers, newest visit first; search by name or phone.',
  query: PageQuery.extend({ search: z.string().trim().max(100).optional() }),
  reply: pageOf(Contact),
});

export const listOptOuts = endpoint({
  method: 'GET',
  path: '/api/v1/phones/ignore',
  access: 'member',
  summary: 'The ignore list, newest first; search by name or phone.',
  query: PageQuery.extend({ search: z.string().trim().max(100).optional(), source: OptOutSource.optional() }),
  reply: pageOf(OptOut).extend({ count: z.int() }),
});

/** Several at once: a list pasted from elsewhere. Numbers that cannot be read are named in `details.fields.phones`. */
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

/** The same as a form asks for it: phones as they were pasted, one a line or separated by commas. */
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

/** What the public page /il/{encUserGuid} shows. The link is signed and names one customer of one business. */
export const IgnoreLink = z.object({
  businessName: z.string(),
  /** Shortened, so that a forwarded link tells little: `+7 ••• •••-11-22`. */
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
