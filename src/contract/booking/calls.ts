import { z } from 'zod';
import { BranchId } from '#contract/connections/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Language, WebAddress } from '#contract/primitives.ts';

/** The settings of the page where a contact answers about a visit; those of each branch are of its review page. */
export const VisitPageSettings = z.object({
  /** The variable `recordForm` leads to the page; otherwise to the page of the booking system. */
  isOn: z.boolean(),
  showsMap: z.boolean(),
  showsCalendar: z.boolean(),
  mayMove: z.boolean(),
  /** Shown below the visit. */
  note: z.string().trim().max(300, { error: 'too_long' }),
});
export type VisitPageSettings = z.infer<typeof VisitPageSettings>;

/** Coordinates in degrees. */
export const Coordinates = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});
export type Coordinates = z.infer<typeof Coordinates>;

/** A branch on maps; without coordinates it is searched by its address, and no taxi is offered. */
export const BranchPlace = z.object({ branchId: BranchId, coordinates: Coordinates.nullable() });
export type BranchPlace = z.infer<typeof BranchPlace>;

/** An answer of a contact on the page of a visit. */
export const VisitPageAnswer = z.enum(['confirm', 'move', 'cancel']);
export type VisitPageAnswer = z.infer<typeof VisitPageAnswer>;

const Link = z.object({ title: z.string(), url: WebAddress });

/** The page of a visit in words, as the contact sees it. */
export const VisitPageView = z.object({
  language: Language,
  businessName: z.string(),
  accent: z.string().nullable(),
  logoUrl: z.string().nullable(),
  title: z.string(),
  /** The outcome of the visit; null while it is expected and not confirmed. */
  state: z.object({ tone: z.enum(['good', 'bad', 'neutral']), text: z.string() }).nullable(),
  facts: z.array(z.object({ label: z.string(), text: z.string() })),
  phone: z.object({ title: z.string(), phone: z.string() }).nullable(),
  places: z.array(Link),
  /** Links to calendars; the file's is null, because its address is relative to the page. */
  calendars: z.array(Link.extend({ url: WebAddress.nullable() })),
  answers: z.array(
    z.object({
      answer: VisitPageAnswer,
      title: z.string(),
      /** Asked before the answer is taken; null: it is taken at once. */
      question: z.string().nullable(),
      submit: z.string(),
      /** The booking system's own page for it. */
      url: WebAddress.nullable(),
    }),
  ),
  note: z.string(),
});
export type VisitPageView = z.infer<typeof VisitPageView>;

const VisitPageReply = z.object({
  settings: VisitPageSettings,
  branches: z.array(BranchPlace.extend({ title: z.string(), address: z.string().nullable() })),
  /** Answers given on pages in the last days. */
  figures: z.object({ days: z.int(), confirmed: z.int(), moved: z.int(), cancelled: z.int() }),
});

export const getVisitPage = endpoint({
  method: 'GET',
  path: '/api/v1/widgets/visit-page',
  access: 'member',
  summary: 'The settings of the page where clients answer about a visit, and the answers they gave.',
  reply: VisitPageReply,
});

export const setVisitPage = endpoint({
  method: 'PUT',
  path: '/api/v1/widgets/visit-page',
  access: 'owner',
  summary: 'Changes the page where clients answer about a visit.',
  body: z.object({ settings: VisitPageSettings, places: z.array(BranchPlace).max(500) }),
  reply: VisitPageReply,
  problems: ['branch.not_found'],
});

export const previewVisitPage = endpoint({
  method: 'POST',
  path: '/api/v1/widgets/visit-page/preview',
  access: 'member',
  summary: 'The page of the next visits under settings that are not saved yet.',
  body: z.object({ settings: VisitPageSettings, places: z.array(BranchPlace).max(500), language: Language }),
  reply: z.object({ pages: z.array(VisitPageView) }),
});
