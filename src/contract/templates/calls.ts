import { z } from 'zod';
import { ChannelId, ChannelTemplate } from '#contract/channels/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, PageQuery, pageOf } from '#contract/primitives.ts';
import { SenderKind } from '#contract/senders/calls.ts';
import { TEMPLATE_LANGUAGES, WRITABLE_CATEGORIES } from './values.ts';
import { FileId } from '#contract/texts/calls.ts';

export const TemplateDraftId = z.uuid().brand<'TemplateDraftId'>();
export type TemplateDraftId = z.infer<typeof TemplateDraftId>;

const Title = z.string().max(100, { error: 'too_long' });

export const TemplateButton = z.discriminatedUnion('type', [
  z.object({ type: z.literal('answer'), title: Title }),
  z.object({ type: z.literal('url'), title: Title, url: z.string().trim().max(2000, { error: 'too_long' }) }),
  z.object({ type: z.literal('call'), title: Title, phone: z.string().trim().max(20, { error: 'too_long' }) }),
]);
export type TemplateButton = z.infer<typeof TemplateButton>;

/** The heading: a line of text, or a picture or document, of which the provider is shown an example. */
export const TemplateHeading = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string().max(200, { error: 'too_long' }) }),
  z.object({ type: z.literal('image'), fileId: FileId.nullable() }),
  z.object({ type: z.literal('document'), fileId: FileId.nullable() }),
  z.object({ type: z.literal('video'), fileId: FileId.nullable() }),
]);

/**
 * The words of a template. Lengths here only bound what is stored: `templateProblems` checks the limits of the channel
 * while a person writes, and again before it is submitted.
 */
export const TemplateParts = z.object({
  header: TemplateHeading.nullable().default(null),
  /** With placeholders `{{1}}`, `{{2}}`, … */
  body: z.string().max(4096, { error: 'too_long' }),
  /** An example for each placeholder, in order. */
  examples: z
    .array(z.string().max(300, { error: 'too_long' }))
    .max(50)
    .default([]),
  /** The variable that its author put in each placeholder, e.g. `{clientName}`, in order; empty where it is only a number. */
  variables: z
    .array(z.string().max(300, { error: 'too_long' }))
    .max(50)
    .optional(),
  footer: z.string().max(200, { error: 'too_long' }).default(''),
  buttons: z.array(TemplateButton).max(20, { error: 'too_numerous' }).default([]),
});
export type TemplateParts = z.infer<typeof TemplateParts>;

export const TemplateCategory = z.enum(WRITABLE_CATEGORIES);
export type TemplateCategory = z.infer<typeof TemplateCategory>;

/** A flow, mailing or other sender whose message takes a template. */
export const TemplateUse = z.object({
  kind: SenderKind,
  /** Null for a sender of which the cabinet has one. */
  id: z.string().nullable(),
  title: z.string(),
  /** The status of the sender: it waits while its template cannot be sent. */
  status: z.string(),
  /** The languages of the template that it takes. */
  languages: z.array(z.string()),
});
export type TemplateUse = z.infer<typeof TemplateUse>;

/** A template as its provider reports it, with what is known of it. */
export const MessageTemplate = ChannelTemplate.extend({
  channelId: ChannelId,
  /** `green`, `yellow`, `red`, `unknown`, or what else the provider says; null where it reports none. */
  quality: z.string().nullable(),
  /** When its status became what it is, as far as it was seen. */
  statusSince: Instant.nullable(),
  /** How many senders take it, by their kind; a kind of which none does is absent. */
  useCounts: z.partialRecord(SenderKind, z.int()),
});
export type MessageTemplate = z.infer<typeof MessageTemplate>;

/** Why a template cannot be changed now. */
export const TemplateEditRule = z.enum(['not_offered', 'status', 'form', 'day', 'month']);
export type TemplateEditRule = z.infer<typeof TemplateEditRule>;

export const MessageTemplateDetails = MessageTemplate.extend({
  /** Null for a form that is not written here, e.g. a code for signing in. */
  parts: TemplateParts.nullable(),
  uses: z.array(TemplateUse),
  editing: z.object({
    /** Null: it may be changed. */
    rule: TemplateEditRule.nullable(),
    /** When it may be changed again; null: not by waiting. */
    from: Instant.nullable(),
  }),
  draftId: TemplateDraftId.nullable(),
});
export type MessageTemplateDetails = z.infer<typeof MessageTemplateDetails>;

const written = {
  channelId: ChannelId,
  name: z.string().trim().max(512, { error: 'too_long' }),
  language: z.enum(TEMPLATE_LANGUAGES),
  category: TemplateCategory,
  parts: TemplateParts,
};

/** A template that is being written, new or a change of one the provider has. */
export const TemplateDraft = z.object({
  ...written,
  /** A template that exists already keeps its provider's own spelling. */
  language: z.string(),
  id: TemplateDraftId,
  /** Whether it changes a template that the provider has: its name, language and category stay. */
  isChange: z.boolean(),
  /** The provider's words when it last refused it. */
  refusal: z.string().nullable(),
  updatedAt: Instant,
});
export type TemplateDraft = z.infer<typeof TemplateDraft>;

/** A name that cannot be used again until then. */
export const BlockedName = z.object({ channelId: ChannelId, name: z.string(), until: Instant });

const OfDraft = z.object({ draftId: TemplateDraftId });
const Name = z.string().min(1).max(512);
const OfTemplate = z.object({ channelId: ChannelId, name: Name });
const LanguageCode = z.string().min(1).max(20);

export const listMessageTemplates = endpoint({
  method: 'GET',
  path: '/api/v1/message-templates',
  access: 'member',
  summary: 'Templates of all channels that have some, by name, with what depends on them.',
  query: PageQuery.extend({
    channelId: ChannelId.optional(),
    status: z.string().max(40).optional(),
    search: z.string().trim().max(100).optional(),
  }),
  reply: pageOf(MessageTemplate),
});

export const getMessageTemplate = endpoint({
  method: 'GET',
  path: '/api/v1/channels/:channelId/templates/:name',
  access: 'member',
  summary: 'One template with its words, what depends on it, and whether it may be changed.',
  params: OfTemplate,
  /** Absent: the first of its languages. */
  query: z.object({ language: LanguageCode.optional() }),
  reply: MessageTemplateDetails,
  problems: ['template.not_found'],
});

/** Deletes at the provider; the name is blocked there for 30 days. */
export const deleteMessageTemplate = endpoint({
  method: 'DELETE',
  path: '/api/v1/channels/:channelId/templates/:name',
  access: 'member',
  summary: 'Deletes a template at the provider, in all its languages.',
  params: OfTemplate,
  problems: ['template.not_found', 'template.refused', 'template.not_offered', 'provider.unreachable'],
});

export const listTemplateDrafts = endpoint({
  method: 'GET',
  path: '/api/v1/template-drafts',
  access: 'member',
  summary: 'Templates that are being written, the last changed first, and names that are blocked; at most 100 drafts.',
  reply: z.object({ drafts: z.array(TemplateDraft), blockedNames: z.array(BlockedName) }),
});

export const getTemplateDraft = endpoint({
  method: 'GET',
  path: '/api/v1/template-drafts/:draftId',
  access: 'member',
  summary: 'A template that is being written.',
  params: OfDraft,
  reply: TemplateDraft,
  problems: ['template_draft.not_found'],
});

export const createTemplateDraft = endpoint({
  method: 'POST',
  path: '/api/v1/template-drafts',
  access: 'member',
  summary: 'Begins a template.',
  takesIdempotencyKey: true,
  body: z.object(written),
  reply: TemplateDraft,
  problems: ['channel.not_found', 'template.not_offered', 'template.draft_limit'],
});

/** Begins the change of a template, or returns the one that was begun. */
export const changeMessageTemplate = endpoint({
  method: 'POST',
  path: '/api/v1/channels/:channelId/templates/:name/change',
  access: 'member',
  summary: 'Begins the change of a template that the provider has, in one language.',
  takesIdempotencyKey: true,
  params: OfTemplate,
  body: z.object({ language: LanguageCode }),
  reply: TemplateDraft,
  problems: ['template.not_found', 'template.edit_not_allowed', 'template.draft_limit'],
});

export const saveTemplateDraft = endpoint({
  method: 'PUT',
  path: '/api/v1/template-drafts/:draftId',
  access: 'member',
  summary: 'Saves a template that is being written. Of a change only the words are saved.',
  params: OfDraft,
  body: z.object(written).extend({ language: z.string().max(20) }),
  reply: TemplateDraft,
  problems: ['template_draft.not_found', 'channel.not_found', 'template.not_offered'],
});

export const deleteTemplateDraft = endpoint({
  method: 'DELETE',
  path: '/api/v1/template-drafts/:draftId',
  access: 'member',
  summary: 'Throws a draft away.',
  params: OfDraft,
  problems: ['template_draft.not_found'],
});

/** `template.invalid` has `{ problems }` as `templateProblems` returns them; `template.refused` the provider's `text`. */
export const submitTemplateDraft = endpoint({
  method: 'POST',
  path: '/api/v1/template-drafts/:draftId/submit',
  access: 'member',
  summary: 'Submits a template to the provider, which reviews it.',
  takesIdempotencyKey: true,
  ratePerMinute: 30,
  params: OfDraft,
  reply: MessageTemplate,
  problems: [
    'template_draft.not_found',
    'template.invalid',
    'template.refused',
    'template.not_offered',
    'template.edit_not_allowed',
    'channel.not_found',
    'provider.unreachable',
  ],
});
