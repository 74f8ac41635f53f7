import { z } from 'zod';
import { BranchId } from '#contract/connections/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { withoutInvisible } from '#contract/pasted-text.ts';
import { Instant, Language } from '#contract/primitives.ts';
import { FilledTextTemplate } from '#contract/texts/calls.ts';
import { LONGEST_HINT, MAP_SERVICES, MAX_HINTS, REVIEW_MODES } from './values.ts';

export const ReviewWidgetId = z.uuid().brand<'ReviewWidgetId'>();
export type ReviewWidgetId = z.infer<typeof ReviewWidgetId>;

const Hints = z
  .array(z.string().trim().min(1, { error: 'required' }).max(LONGEST_HINT, { error: 'too_long' }))
  .max(MAX_HINTS, { error: 'too_numerous' });

/** A map that contacts are offered. The server keeps the address where a review is written, made of what was pasted. */
export const ReviewMap = z.object({
  service: z.enum(MAP_SERVICES),
  url: z.string().trim().min(1, { error: 'required' }).max(2_000, { error: 'too_long' }),
});
export type ReviewMap = z.infer<typeof ReviewMap>;

/** As people type it; stored in E.164. */
const TypedPhone = z.string().trim().min(1, { error: 'required' }).max(40, { error: 'too_long' });

/** Switches of the page of a visit, at the branches of a review page. */
export const VisitSwitches = z.object({
  mayConfirm: z.boolean(),
  mayCancel: z.boolean(),
  showsMaster: z.boolean(),
  showsPrice: z.boolean(),
  /** A taxi to the branch; needs the coordinates of the branch. */
  showsTaxi: z.boolean(),
});
export type VisitSwitches = z.infer<typeof VisitSwitches>;

export const USUAL_VISIT_SWITCHES: VisitSwitches = {
  mayConfirm: true,
  mayCancel: true,
  showsMaster: true,
  showsPrice: true,
  showsTaxi: true,
};

/** Settings of a review page. */
export const ReviewWidgetSettings = z.object({
  mode: z.enum(REVIEW_MODES),
  /** From so many stars on a contact is offered the maps; below it, the owner first, or alone. */
  minimalMapsRating: z.int().min(2).max(5),
  /** In the order they are offered. */
  maps: z
    .array(ReviewMap)
    .max(MAP_SERVICES.length)
    .refine((maps) => new Set(maps.map(({ service }) => service)).size === maps.length, { error: 'repeated' }),
  /** Gets a message about each bad review; null: nobody. */
  notifyPhone: TypedPhone.nullable(),
  /** Gets a mail about each bad review; null: nobody. */
  notifyEmail: z
    .string()
    .overwrite(withoutInvisible)
    .trim()
    .pipe(z.email({ error: 'email' }).max(254, { error: 'too_long' }))
    .nullable(),
  /** Shown to unhappy contacts, who may call; null: not shown. */
  answerPhone: TypedPhone.nullable(),
  footerText: z.string().trim().max(300, { error: 'too_long' }),
  /** Null: the contact's own. */
  language: Language.nullable(),
  hints: z.object({ negative: Hints, neutral: Hints, positive: Hints }),
  hasComesAgain: z.boolean(),
  takesPhoto: z.boolean(),
  visit: VisitSwitches.default(USUAL_VISIT_SWITCHES),
  /** Templates for channels that take free text only for a while after somebody wrote: of the message to `notifyPhone`. */
  alertTemplates: z.array(FilledTextTemplate).max(40).default([]),
  /** The same, of answers to contacts; one without `{reviewAnswer}` is not used. */
  answerTemplates: z.array(FilledTextTemplate).max(40).default([]),
});
export type ReviewWidgetSettings = z.infer<typeof ReviewWidgetSettings>;

/** A review page: of all branches, or of one. */
export const ReviewWidget = z.object({
  /** Null: nobody has saved it, and the defaults hold. */
  id: ReviewWidgetId.nullable(),
  name: z.string().trim().min(1, { error: 'required' }).max(80, { error: 'too_long' }),
  /** Null: every branch without a page of its own. */
  branchId: BranchId.nullable(),
  branchTitle: z.string().nullable(),
  isOn: z.boolean(),
  settings: ReviewWidgetSettings,
  version: z.int(),
  /** The page that anybody may open, e.g. from a QR code; null for pages that were never saved. */
  link: z.string().nullable(),
  updatedAt: Instant.nullable(),
});
export type ReviewWidget = z.infer<typeof ReviewWidget>;

export const listReviewWidgets = endpoint({
  method: 'GET',
  path: '/api/v1/review-widgets',
  access: 'member',
  summary: 'The review pages: that of all branches first, then those of single branches.',
  reply: z.object({
    widgets: z.array(ReviewWidget),
    /** Branches a page can be made for. */
    branches: z.array(z.object({ id: BranchId, title: z.string() })),
  }),
});

const Written = z.object({
  name: ReviewWidget.shape.name,
  branchId: BranchId.nullable(),
  isOn: z.boolean(),
  settings: ReviewWidgetSettings,
  /** The version that was read; 0 for a page that was never saved. */
  baseVersion: z.int(),
});

export const saveReviewWidget = endpoint({
  method: 'PUT',
  path: '/api/v1/review-widgets',
  access: 'member',
  summary: 'Saves the review page of a branch, or with branchId null that of all branches.',
  body: Written,
  reply: ReviewWidget,
  problems: ['review_widget.changed_meanwhile', 'branch.not_found'],
});

export const deleteReviewWidget = endpoint({
  method: 'DELETE',
  path: '/api/v1/review-widgets/:widgetId',
  access: 'member',
  summary:
    'Removes the page of a branch: its contacts get the page of all branches. That one can only be switched off.',
  params: z.object({ widgetId: ReviewWidgetId }),
  problems: ['review_widget.not_found'],
});

/** The words of a review page after a rating. */
export const ReviewPageView = z.object({
  language: Language,
  businessName: z.string(),
  /** Null: the colour of the brand. */
  accent: z.string().nullable(),
  logoUrl: z.string().nullable(),
  title: z.string(),
  question: z.string(),
  hints: z.array(z.string()),
  textLabel: z.string(),
  comesAgain: z.object({ question: z.string(), yes: z.string(), no: z.string() }).nullable(),
  photoLabel: z.string().nullable(),
  /** Before the button where the owner comes first. */
  toOwner: z.string().nullable(),
  send: z.string(),
  call: z.string().nullable(),
  /** Null: no maps are offered. */
  maps: z.object({ title: z.string(), names: z.array(z.string()) }).nullable(),
  footerText: z.string(),
});
export type ReviewPageView = z.infer<typeof ReviewPageView>;

export const previewReviewPage = endpoint({
  method: 'POST',
  path: '/api/v1/review-widgets/preview',
  access: 'member',
  summary: 'The page under unsaved settings, as a contact sees it after a rating.',
  body: z.object({ settings: ReviewWidgetSettings, stars: z.int().min(1).max(5), language: Language }),
  reply: ReviewPageView,
});
