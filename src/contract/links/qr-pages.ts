import { z } from 'zod';
import { ChannelId } from '#contract/channels/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { ClickPeriod, ClickStatistics } from './calls.ts';
import { LONGEST_LINK_TITLE, LONGEST_TARGET, MAX_PAGE_CHATS, PAGE_BUTTONS } from './values.ts';
import { Instant, PageQuery, pageOf, WebAddress } from '#contract/primitives.ts';

export const QrPageId = z.uuid().brand<'QrPageId'>();
export type QrPageId = z.infer<typeof QrPageId>;

const Address = WebAddress.max(LONGEST_TARGET, { error: 'too_long' }).nullable().default(null);

const written = {
  /** Only members see it, e.g. "Mirror by the window". */
  title: z.string().trim().min(1, { error: 'required' }).max(LONGEST_LINK_TITLE, { error: 'too_long' }),
  /** Shown above the buttons; empty: the name of the business. */
  heading: z.string().trim().max(LONGEST_LINK_TITLE, { error: 'too_long' }).default(''),
  note: z.string().trim().max(500, { error: 'too_long' }).default(''),
  /** Channels whose chats the page opens, in this order. */
  channelIds: z.array(ChannelId).max(MAX_PAGE_CHATS, { error: 'too_numerous' }).default([]),
  /** The contact's first message, written for them. */
  greeting: z.string().trim().max(300, { error: 'too_long' }).default(''),
  bookingUrl: Address,
  reviewUrl: Address,
};

/** A page behind a QR code on a table or a mirror: opens a chat, a booking or a review. */
export const QrPage = z.object({
  ...written,
  id: QrPageId,
  /** The address that the code carries. */
  url: z.string(),
  /** People who opened it, all time. */
  visits: z.int(),
  createdAt: Instant,
  version: z.int(),
});
export type QrPage = z.infer<typeof QrPage>;

const OfPage = z.object({ pageId: QrPageId });

export const listQrPages = endpoint({
  method: 'GET',
  path: '/api/v1/qr-pages',
  access: 'member',
  summary: 'Pages behind QR codes, newest first; search by a part of the name.',
  query: PageQuery.extend({ search: z.string().trim().max(100).optional() }),
  reply: pageOf(QrPage),
});

export const getQrPage = endpoint({
  method: 'GET',
  path: '/api/v1/qr-pages/:pageId',
  access: 'member',
  summary: 'A page behind a QR code.',
  params: OfPage,
  reply: QrPage,
  problems: ['qr_page.not_found'],
});

export const createQrPage = endpoint({
  method: 'POST',
  path: '/api/v1/qr-pages',
  access: 'member',
  summary: 'Makes a page behind a QR code. Addresses are refused as those of short links are.',
  takesIdempotencyKey: true,
  body: z.object(written),
  reply: QrPage,
});

export const saveQrPage = endpoint({
  method: 'PUT',
  path: '/api/v1/qr-pages/:pageId',
  access: 'member',
  summary: 'Changes a page behind a QR code; printed codes lead to the changed one.',
  params: OfPage,
  body: z.object({
    ...written,
    /** The version the editor loaded; another one means that another member saved meanwhile. */
    baseVersion: z.int(),
  }),
  reply: QrPage,
  problems: ['qr_page.not_found', 'qr_page.changed_meanwhile'],
});

export const deleteQrPage = endpoint({
  method: 'DELETE',
  path: '/api/v1/qr-pages/:pageId',
  access: 'member',
  summary: 'Deletes a page behind a QR code.',
  params: OfPage,
  problems: ['qr_page.not_found'],
});

/** For Undo. */
export const restoreQrPage = endpoint({
  method: 'POST',
  path: '/api/v1/qr-pages/:pageId/restore',
  access: 'member',
  summary: 'Takes a deletion back.',
  params: OfPage,
  reply: QrPage,
  problems: ['qr_page.not_found'],
});

export const getQrPageVisits = endpoint({
  method: 'GET',
  path: '/api/v1/qr-pages/:pageId/visits',
  access: 'member',
  summary: 'Visits of a page by day, source and device, and presses of its buttons.',
  params: OfPage,
  query: ClickPeriod,
  reply: ClickStatistics.extend({
    buttons: z.array(z.object({ button: z.enum(PAGE_BUTTONS), clicks: z.int() })),
  }),
  problems: ['qr_page.not_found'],
});
