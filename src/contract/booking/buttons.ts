import { z } from 'zod';
import { BUTTON_ACTIONS, BUTTON_POSITIONS, LONGEST_BUTTON_LABEL, MAX_BUTTONS } from './values.ts';
import { BranchId, ConnectionKind } from '#contract/connections/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, TimeZone, WebAddress } from '#contract/primitives.ts';
import { AccentColor } from '#contract/texts/appearance.ts';

export const BookingButtonId = z.uuid().brand<'BookingButtonId'>();
export type BookingButtonId = z.infer<typeof BookingButtonId>;

const WallTime = z.string().regex(/^(?:[01]\d|2[0-3]):(?:00|30)$/, { error: 'format' });

/** The days and tables that may be booked: times by the branch's clock, in steps of half an hour. */
export const TableTerms = z.object({
  opensAt: WallTime,
  /** The last time offered; before `opensAt` it is on the next day. */
  closesAt: WallTime,
  mostGuests: z.int().min(1, { error: 'range' }).max(100, { error: 'range' }),
  daysAhead: z.int().min(1, { error: 'range' }).max(180, { error: 'range' }),
  /** Guests book no later than this before they come. */
  leadMinutes: z.int().min(0, { error: 'range' }).max(2880, { error: 'range' }),
});
export type TableTerms = z.infer<typeof TableTerms>;

/** The owner's choice about a button for a site. */
export const WrittenButton = z.object({
  branchId: BranchId,
  /** Our page that books visits in the branch's system, a booking page by its address, or a form that requests a table. */
  opens: z.enum(BUTTON_ACTIONS),
  /** The booking page of `page`; null where a page of ours opens. */
  targetUrl: WebAddress.max(2000, { error: 'too_long' }).nullable(),
  label: z.string().trim().min(1, { error: 'required' }).max(LONGEST_BUTTON_LABEL, { error: 'too_long' }),
  /** Null: the colour of the business. */
  accent: AccentColor.nullable(),
  /** `inline`: in the place of the script on the page. */
  position: z.enum(BUTTON_POSITIONS),
  terms: TableTerms,
});
export type WrittenButton = z.infer<typeof WrittenButton>;

/** A button that opens booking from the business's own site. */
export const BookingButton = WrittenButton.extend({
  id: BookingButtonId,
  branchTitle: z.string(),
  accent: z.string().nullable(),
  /** The address that books without the button. */
  pageUrl: z.string(),
  /** The address of the script for the site. */
  scriptUrl: z.string(),
  /** Requests for tables that wait for an answer. */
  waitingRequests: z.int(),
  /** Openings of a page that books visits, and visits booked there, in the last days. Null for other buttons. */
  figures: z.object({ days: z.int(), opened: z.int(), booked: z.int() }).nullable(),
  createdAt: Instant,
});
export type BookingButton = z.infer<typeof BookingButton>;

const OfButton = z.object({ buttonId: BookingButtonId });

export const listBookingButtons = endpoint({
  method: 'GET',
  path: '/api/v1/widgets/booking',
  access: 'member',
  summary: 'Buttons for the business’s own site, newest first, and the branches they can be for.',
  reply: z.object({
    buttons: z.array(BookingButton).max(MAX_BUTTONS),
    branches: z.array(
      z.object({
        id: BranchId,
        title: z.string(),
        timeZone: TimeZone,
        connectionKind: ConnectionKind,
        /** The way that suits the branch's system. */
        usualAction: z.enum(BUTTON_ACTIONS),
        /** Our page may book visits in its system. */
        booksVisits: z.boolean(),
      }),
    ),
    /** The colour of buttons without their own. */
    accent: z.string(),
  }),
});

export const createBookingButton = endpoint({
  method: 'POST',
  path: '/api/v1/widgets/booking',
  access: 'owner',
  summary: 'Makes a button for a site.',
  takesIdempotencyKey: true,
  body: WrittenButton,
  reply: BookingButton,
  problems: ['branch.not_found', 'booking_button.limit_reached', 'booking_button.books_no_visits'],
});

export const saveBookingButton = endpoint({
  method: 'PUT',
  path: '/api/v1/widgets/booking/:buttonId',
  access: 'owner',
  summary: 'Changes a button; sites that have it show the change within minutes.',
  params: OfButton,
  body: WrittenButton,
  reply: BookingButton,
  problems: ['booking_button.not_found', 'branch.not_found', 'booking_button.books_no_visits'],
});

export const deleteBookingButton = endpoint({
  method: 'DELETE',
  path: '/api/v1/widgets/booking/:buttonId',
  access: 'owner',
  summary: 'Deletes a button: it disappears from sites, and its page is no longer available.',
  params: OfButton,
  problems: ['booking_button.not_found'],
});

export const restoreBookingButton = endpoint({
  method: 'POST',
  path: '/api/v1/widgets/booking/:buttonId/restore',
  access: 'owner',
  summary: 'Restores a deleted button.',
  params: OfButton,
  reply: BookingButton,
  problems: ['booking_button.not_found', 'booking_button.limit_reached'],
});
