import { z } from 'zod';
import { MODEL_CHOICES } from '#contract/models/values.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, Language, PageQuery, pageOf } from '#contract/primitives.ts';
import { SenderId } from '#contract/senders/calls.ts';
import { VersionNumber } from '#contract/senders/versions.ts';
import { AssistantSettings } from './settings.ts';
import { ASSISTANT_STATUSES, ASSISTANT_TRADES, SILENT_REASONS } from './values.ts';

/** The sender of an assistant's replies has the id of the assistant. */
export const AssistantId = SenderId.brand<'AssistantId'>();
export type AssistantId = z.infer<typeof AssistantId>;

export const AssistantStatus = z.enum(ASSISTANT_STATUSES);
export type AssistantStatus = z.infer<typeof AssistantStatus>;

const Title = z.string().trim().min(1, { error: 'required' }).max(80, { error: 'too_long' });

/** Answers contacts by a language model. */
export const Assistant = z.object({
  id: AssistantId,
  /** The name that contacts see where the assistant introduces itself. */
  title: z.string(),
  status: AssistantStatus,
  /** Why it is silent although it is on; null: it is not. */
  silentReason: z.enum(SILENT_REASONS).nullable(),
  /** The draft, which members edit and try. */
  settings: AssistantSettings,
  /** Number of the last save of the draft. */
  version: z.int(),
  /** The published save; null: none. Contacts are answered by it. */
  publishedVersion: z.int().nullable(),
  publishedAt: Instant.nullable(),
  deletedAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Assistant = z.infer<typeof Assistant>;

export const AssistantRow = Assistant.omit({ settings: true }).extend({
  model: z.enum(MODEL_CHOICES),
  /** Titles of its channels; empty: all. */
  channelTitles: z.array(z.string()),
  /** Conversations of the last 30 days with a reply of the assistant, and those of them handed to a person. */
  dialogues: z.int(),
  handedOver: z.int(),
});
export type AssistantRow = z.infer<typeof AssistantRow>;

export const AssistantParams = z.object({ assistantId: AssistantId });

export const listAssistants = endpoint({
  method: 'GET',
  path: '/api/v1/assistants',
  access: 'member',
  summary: 'AI assistants of the cabinet, the last changed first.',
  query: PageQuery.extend({ isDeleted: z.stringbool().default(false) }),
  reply: pageOf(AssistantRow),
});

export const getAssistant = endpoint({
  method: 'GET',
  path: '/api/v1/assistants/:assistantId',
  access: 'member',
  summary: 'One assistant with its draft, also a deleted one.',
  params: AssistantParams,
  reply: Assistant,
  problems: ['assistant.not_found'],
});

/** With a trade, the draft has its ready instruction and the functions that the cabinet's connections allow. */
export const createAssistant = endpoint({
  method: 'POST',
  path: '/api/v1/assistants',
  access: 'member',
  summary: 'Creates an assistant as a draft.',
  takesIdempotencyKey: true,
  body: z.object({
    title: Title,
    trade: z.enum(ASSISTANT_TRADES).nullable().default(null),
    language: Language.optional(),
  }),
  reply: Assistant,
  problems: ['assistant.limit_reached'],
});

export const saveAssistant = endpoint({
  method: 'PUT',
  path: '/api/v1/assistants/:assistantId',
  access: 'member',
  summary: 'Saves the draft. Contacts are answered by the published version until this one is published.',
  params: AssistantParams,
  body: z.object({
    title: Title,
    settings: AssistantSettings,
    /** The version the editor loaded; another one means that another member saved meanwhile. */
    baseVersion: z.int(),
  }),
  reply: Assistant,
  problems: ['assistant.not_found', 'assistant.changed_meanwhile', 'assistant.phrases_coincide'],
});

export const publishAssistant = endpoint({
  method: 'POST',
  path: '/api/v1/assistants/:assistantId/publish',
  access: 'member',
  requires: 'assistants',
  summary:
    'Answers contacts by the draft from now on. A conversation in progress stays on its version until it is idle.',
  params: AssistantParams,
  body: z.object({ baseVersion: z.int() }),
  reply: Assistant,
  problems: ['assistant.not_found', 'assistant.changed_meanwhile', 'assistant.cases_fail'],
});

export const switchAssistant = endpoint({
  method: 'POST',
  path: '/api/v1/assistants/:assistantId/switch',
  access: 'member',
  summary: 'Switches a published assistant on or off.',
  params: AssistantParams,
  body: z.object({ isOn: z.boolean() }),
  reply: Assistant,
  problems: ['assistant.not_found', 'assistant.not_published'],
});

export const duplicateAssistant = endpoint({
  method: 'POST',
  path: '/api/v1/assistants/:assistantId/duplicate',
  access: 'member',
  summary: 'Copies an assistant as a draft, with its knowledge.',
  takesIdempotencyKey: true,
  params: AssistantParams,
  reply: Assistant,
  problems: ['assistant.not_found', 'assistant.limit_reached'],
});

export const deleteAssistant = endpoint({
  method: 'DELETE',
  path: '/api/v1/assistants/:assistantId',
  access: 'member',
  summary: 'Deletes an assistant; it answers nobody. It can be restored.',
  params: AssistantParams,
  problems: ['assistant.not_found'],
});

/** For Undo. It is switched off then. */
export const restoreAssistant = endpoint({
  method: 'POST',
  path: '/api/v1/assistants/:assistantId/restore',
  access: 'member',
  summary: 'Restores a deleted assistant.',
  params: AssistantParams,
  reply: Assistant,
  problems: ['assistant.not_found', 'assistant.limit_reached'],
});

const AssistantVersion = z.object({
  version: z.int(),
  title: z.string(),
  savedAt: Instant,
  /** Name or, without one, e-mail of the member; null: none, or they were deleted. */
  savedBy: z.string().nullable(),
  publishedAt: Instant.nullable(),
  settings: AssistantSettings,
});
export type AssistantVersion = z.infer<typeof AssistantVersion>;

export const listAssistantVersions = endpoint({
  method: 'GET',
  path: '/api/v1/assistants/:assistantId/versions',
  access: 'member',
  summary: 'Saves of an assistant, newest first.',
  params: AssistantParams,
  query: PageQuery,
  reply: pageOf(AssistantVersion),
  problems: ['assistant.not_found'],
});

export const rollBackAssistant = endpoint({
  method: 'POST',
  path: '/api/v1/assistants/:assistantId/roll-back',
  access: 'member',
  summary: 'Makes an earlier version the draft, as a new save.',
  takesIdempotencyKey: true,
  params: AssistantParams,
  body: z.object({ version: VersionNumber, baseVersion: z.int() }),
  reply: Assistant,
  problems: ['assistant.not_found', 'assistant.version_not_found', 'assistant.changed_meanwhile'],
});

export const listReadyInstructions = endpoint({
  method: 'GET',
  path: '/api/v1/assistants/instructions',
  access: 'member',
  summary: 'Ready instructions by trade, in one language.',
  query: z.object({ language: Language }),
  reply: z.object({
    instructions: z.array(z.object({ trade: z.enum(ASSISTANT_TRADES), title: z.string(), instruction: z.string() })),
  }),
});
