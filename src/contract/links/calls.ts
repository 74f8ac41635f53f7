import { z } from 'zod';
import { ContactId } from '#contract/contacts/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import {
  CLICK_DEVICES,
  LONGEST_ENDING,
  LONGEST_LINK_TITLE,
  LONGEST_TARGET,
  LONGEST_UTM,
  SHORTEST_ENDING,
} from './values.ts';
import { Day, Instant, Moment, PageQuery, pageOf, WebAddress } from '#contract/primitives.ts';

export const LinkId = z.uuid().brand<'LinkId'>();
export type LinkId = z.infer<typeof LinkId>;

const UtmMark = z.string().trim().max(LONGEST_UTM, { error: 'too_long' }).default('');

/** Campaign marks; empty ones are not added to the address. */
export const Utm = z.object({
  source: UtmMark,
  medium: UtmMark,
  campaign: UtmMark,
  content: UtmMark,
  term: UtmMark,
});
export type Utm = z.infer<typeof Utm>;

/** A link to share, e.g. in a profile or on paper. */
export const ShortLink = z.object({
  id: LinkId,
  title: z.string(),
  /** The address to share. */
  url: z.string(),
  target: z.string(),
  utm: Utm,
  /** Null: it never expires. */
  expiresAt: Instant.nullable(),
  /** People who followed it, all time. */
  clicks: z.int(),
  createdAt: Instant,
  version: z.int(),
});
export type ShortLink = z.infer<typeof ShortLink>;

const OfLink = z.object({ linkId: LinkId });

const Written = z.object({
  title: z.string().trim().min(1, { error: 'required' }).max(LONGEST_LINK_TITLE, { error: 'too_long' }),
  target: WebAddress.max(LONGEST_TARGET, { error: 'too_long' }),
  utm: Utm.prefault({}),
  expiresAt: Moment.nullable().default(null),
});

export const listShortLinks = endpoint({
  method: 'GET',
  path: '/api/v1/short-links',
  access: 'member',
  summary: 'Links to share, newest first; search by a part of the name, the address or the target.',
  query: PageQuery.extend({ search: z.string().trim().max(100).optional() }),
  reply: pageOf(ShortLink),
});

export const getLinkFigures = endpoint({
  method: 'GET',
  path: '/api/v1/short-links/figures',
  access: 'member',
  summary: 'How many links and pages behind QR codes there are, and how many people followed them of late.',
  reply: z.object({
    links: z.int(),
    clicks: z.int(),
    pages: z.int(),
    visits: z.int(),
    /** Days in which clicks and visits are counted. */
    days: z.int(),
  }),
});

export const getShortLink = endpoint({
  method: 'GET',
  path: '/api/v1/short-links/:linkId',
  access: 'member',
  summary: 'A link to share.',
  params: OfLink,
  reply: ShortLink,
  problems: ['link.not_found'],
});

export const createShortLink = endpoint({
  method: 'POST',
  path: '/api/v1/short-links',
  access: 'member',
  summary: 'Makes a link to share. Addresses of inner networks, blocked hosts and our own links are refused.',
  takesIdempotencyKey: true,
  body: Written.extend({
    /** The end of the address in the owner's words; empty: random letters. It cannot be changed later. */
    ending: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/, { error: 'ending' })
      .max(LONGEST_ENDING, { error: 'too_long' })
      .refine((text) => text === '' || text.length >= SHORTEST_ENDING, { error: 'too_short' })
      .default(''),
  }),
  reply: ShortLink,
});

/** The address stays as it was printed; the next visitor gets the new target. */
export const saveShortLink = endpoint({
  method: 'PUT',
  path: '/api/v1/short-links/:linkId',
  access: 'member',
  summary: 'Changes the name, target, campaign marks and expiry of a link.',
  params: OfLink,
  body: Written.extend({
    /** The version the editor loaded; another one means that another member saved meanwhile. */
    baseVersion: z.int(),
  }),
  reply: ShortLink,
  problems: ['link.not_found', 'link.changed_meanwhile'],
});

/** Its visitors see that it is no longer available. */
export const deleteShortLink = endpoint({
  method: 'DELETE',
  path: '/api/v1/short-links/:linkId',
  access: 'member',
  summary: 'Deletes a link.',
  params: OfLink,
  problems: ['link.not_found'],
});

/** For Undo. */
export const restoreShortLink = endpoint({
  method: 'POST',
  path: '/api/v1/short-links/:linkId/restore',
  access: 'member',
  summary: 'Takes a deletion back.',
  params: OfLink,
  reply: ShortLink,
  problems: ['link.not_found'],
});

/** Clicks of a period. Requests by programs are counted apart. */
export const ClickStatistics = z.object({
  from: Day,
  to: Day,
  clicks: z.int(),
  /** Clicks of the period of the same length before it. */
  clicksBefore: z.int(),
  /** Previews by messengers, prefetches and requests for headers. */
  filtered: z.int(),
  /** Further requests by the same visitor within the hour. */
  repeated: z.int(),
  /** Every day of the period, oldest first. */
  days: z.array(z.object({ day: Day, clicks: z.int() })),
  /** Most frequent first: `qr`, `message`, `direct`, an app's name, or the host of a page. */
  sources: z.array(z.object({ source: z.string(), clicks: z.int() })),
  devices: z.array(z.object({ device: z.enum(CLICK_DEVICES), clicks: z.int() })),
});
export type ClickStatistics = z.infer<typeof ClickStatistics>;

/** Days of the cabinet's calendar; the last 30 when left out, and a year at most. */
export const ClickPeriod = z.object({ from: Day.optional(), to: Day.optional() });

export const getLinkClicks = endpoint({
  method: 'GET',
  path: '/api/v1/short-links/:linkId/clicks',
  access: 'member',
  summary: 'Clicks of a link by day, source and device; programs are filtered out.',
  params: OfLink,
  query: ClickPeriod,
  reply: ClickStatistics,
  problems: ['link.not_found'],
});

/** A contact who followed the link from a message to them. */
export const ClickingContact = z.object({
  contactId: ContactId,
  name: z.string(),
  phone: z.string().nullable(),
  device: z.enum(CLICK_DEVICES),
  at: Instant,
});
export type ClickingContact = z.infer<typeof ClickingContact>;

export const listLinkContacts = endpoint({
  method: 'GET',
  path: '/api/v1/short-links/:linkId/contacts',
  access: 'member',
  summary: 'Contacts who followed the link from messages to them, the latest first.',
  params: OfLink,
  query: PageQuery.extend(ClickPeriod.shape),
  reply: pageOf(ClickingContact),
  problems: ['link.not_found'],
});
