import { z } from 'zod';
import { ConversationId } from '#contract/conversations/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, PageQuery, pageOf, WebAddress } from '#contract/primitives.ts';
import { AssistantId } from './calls.ts';
import {
  GAP_REASONS,
  GAP_STATES,
  KNOWLEDGE_KINDS,
  KNOWLEDGE_OMISSIONS,
  KNOWLEDGE_REFRESH_DAYS,
  KNOWLEDGE_STATES,
  KNOWLEDGE_TROUBLES,
  LONGEST_KNOWLEDGE_ADDRESS,
  LONGEST_KNOWLEDGE_ANSWER,
  LONGEST_KNOWLEDGE_QUESTION,
  MAX_PAIR_QUESTIONS,
  MAX_SITE_PAGES,
} from './knowledge-values.ts';

export const KnowledgeSourceId = z.uuid().brand<'KnowledgeSourceId'>();
export type KnowledgeSourceId = z.infer<typeof KnowledgeSourceId>;

export const KnowledgeGapId = z.uuid().brand<'KnowledgeGapId'>();
export type KnowledgeGapId = z.infer<typeof KnowledgeGapId>;

export const KnowledgeKind = z.enum(KNOWLEDGE_KINDS);
export type KnowledgeKind = z.infer<typeof KnowledgeKind>;

export const KnowledgeState = z.enum(KNOWLEDGE_STATES);
export type KnowledgeState = z.infer<typeof KnowledgeState>;

export const KnowledgeTrouble = z.enum(KNOWLEDGE_TROUBLES);
export type KnowledgeTrouble = z.infer<typeof KnowledgeTrouble>;

export const KnowledgeOmission = z.enum(KNOWLEDGE_OMISSIONS);
export type KnowledgeOmission = z.infer<typeof KnowledgeOmission>;

/** Where a passage begins in its source. Numbers begin with 1; `sheet` is null in a workbook of one. */
export const KnowledgePlace = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), number: z.int() }),
  z.object({ kind: z.literal('slide'), number: z.int() }),
  z.object({ kind: z.literal('row'), number: z.int(), sheet: z.string().nullable() }),
  z.object({ kind: z.literal('sheet'), sheet: z.string() }),
  z.object({ kind: z.literal('address'), url: z.string() }),
]);
export type KnowledgePlace = z.infer<typeof KnowledgePlace>;

/** Something that an assistant knows from. */
export const KnowledgeSource = z.object({
  id: KnowledgeSourceId,
  kind: KnowledgeKind,
  /** Name of the file, title of the page or its address, first question of the pair. */
  title: z.string(),
  state: KnowledgeState,
  /** Why the last reading failed. */
  trouble: KnowledgeTrouble.nullable(),
  /** The parts that the reading that is used left out. */
  omissions: z.array(KnowledgeOmission),
  /** How much of the reading under way is done: pages, or rows; `total` is null where nobody knows. Null: none is. */
  progress: z.object({ done: z.int(), total: z.int().nullable() }).nullable(),
  /** Passages that are used. */
  passages: z.int(),
  /** Signed address of the file. */
  fileUrl: z.string().nullable(),
  sizeBytes: z.int().nullable(),
  /** The address of a page or a site. */
  url: z.string().nullable(),
  maxPages: z.int().nullable(),
  refreshDays: z.union(KNOWLEDGE_REFRESH_DAYS.map((days) => z.literal(days))).nullable(),
  nextReadAt: Instant.nullable(),
  /** The question of a pair in all its wordings, and the answer. */
  questions: z.array(z.string()),
  answer: z.string().nullable(),
  /** When the passages that are used were read. */
  readAt: Instant.nullable(),
  createdAt: Instant,
});
export type KnowledgeSource = z.infer<typeof KnowledgeSource>;

const OfAssistant = z.object({ assistantId: AssistantId });
const OfSource = OfAssistant.extend({ sourceId: KnowledgeSourceId });
const OfGap = OfAssistant.extend({ gapId: KnowledgeGapId });

/** A line of text as people paste it. */
const Question = z
  .string()
  .overwrite((text) => text.replaceAll(/\s+/g, ' ').trim())
  .min(1, { error: 'required' })
  .max(LONGEST_KNOWLEDGE_QUESTION, { error: 'too_long' });

const Answer = z.string().trim().min(1, { error: 'required' }).max(LONGEST_KNOWLEDGE_ANSWER, { error: 'too_long' });

/** A question in one or more wordings, and its answer. */
export const KnowledgePair = z.object({
  questions: z.array(Question).min(1, { error: 'required' }).max(MAX_PAIR_QUESTIONS, { error: 'too_numerous' }),
  answer: Answer,
});
export type KnowledgePair = z.infer<typeof KnowledgePair>;

/** A page (`maxPages` 1) or a site that is read up to a number of pages. */
export const KnowledgeAddress = z.object({
  url: WebAddress.max(LONGEST_KNOWLEDGE_ADDRESS, { error: 'too_long' }),
  maxPages: z.int().min(1, { error: 'range' }).max(MAX_SITE_PAGES, { error: 'range' }),
  /** Null: it is read again by hand alone. */
  refreshDays: KnowledgeSource.shape.refreshDays,
});
export type KnowledgeAddress = z.infer<typeof KnowledgeAddress>;

export const listKnowledgeSources = endpoint({
  method: 'GET',
  path: '/api/v1/assistants/:assistantId/knowledge/sources',
  access: 'member',
  summary: 'Sources of an assistant, newest first.',
  params: OfAssistant,
  query: PageQuery,
  reply: pageOf(KnowledgeSource).extend({
    /** All sources, and the passages of all that are used. */
    counts: z.object({ sources: z.int(), passages: z.int(), openGaps: z.int() }),
  }),
  problems: ['assistant.not_found'],
});

/**
 * Multipart, one field `file`, and the assistant in `?assistantId=`. The kind of file is read from its content. Answers a
 * {@link KnowledgeSource}, which is read by a job.
 */
export const uploadKnowledgeFile = { method: 'POST', path: '/api/v1/assistants/knowledge/files' } as const;

export const addKnowledgePair = endpoint({
  method: 'POST',
  path: '/api/v1/assistants/:assistantId/knowledge/pairs',
  access: 'member',
  summary: 'Adds a question with its answer; it is used at once.',
  takesIdempotencyKey: true,
  params: OfAssistant,
  body: KnowledgePair,
  reply: KnowledgeSource,
  problems: ['assistant.not_found', 'knowledge.too_many_sources'],
});

export const changeKnowledgePair = endpoint({
  method: 'PUT',
  path: '/api/v1/assistants/:assistantId/knowledge/pairs/:sourceId',
  access: 'member',
  summary: 'Changes a question and its answer.',
  params: OfSource,
  body: KnowledgePair,
  reply: KnowledgeSource,
  problems: ['knowledge_source.not_found', 'knowledge.wrong_kind'],
});

export const addKnowledgeAddress = endpoint({
  method: 'POST',
  path: '/api/v1/assistants/:assistantId/knowledge/addresses',
  access: 'member',
  summary: 'Adds a page or a site of the web; it is read by a job.',
  takesIdempotencyKey: true,
  params: OfAssistant,
  body: KnowledgeAddress,
  reply: KnowledgeSource,
  problems: ['assistant.not_found', 'knowledge.too_many_sources', 'knowledge.address_inside'],
});

export const changeKnowledgeAddress = endpoint({
  method: 'PUT',
  path: '/api/v1/assistants/:assistantId/knowledge/addresses/:sourceId',
  access: 'member',
  summary: 'Changes a page or a site; it is read again where the address or its number of pages changed.',
  params: OfSource,
  body: KnowledgeAddress,
  reply: KnowledgeSource,
  problems: ['knowledge_source.not_found', 'knowledge.wrong_kind', 'knowledge.address_inside'],
});

/** Repeated while it is being read, it changes nothing. */
export const rereadKnowledgeSource = endpoint({
  method: 'POST',
  path: '/api/v1/assistants/:assistantId/knowledge/sources/:sourceId/reread',
  access: 'member',
  summary: 'Reads a file, a page or a site again; until then its passages are used as they are.',
  params: OfSource,
  reply: KnowledgeSource,
  problems: ['knowledge_source.not_found', 'knowledge.wrong_kind'],
});

export const deleteKnowledgeSource = endpoint({
  method: 'DELETE',
  path: '/api/v1/assistants/:assistantId/knowledge/sources/:sourceId',
  access: 'member',
  summary: 'Deletes a source; its passages are not used any more. It can be restored for a day.',
  params: OfSource,
  problems: ['knowledge_source.not_found'],
});

export const restoreKnowledgeSource = endpoint({
  method: 'POST',
  path: '/api/v1/assistants/:assistantId/knowledge/sources/:sourceId/restore',
  access: 'member',
  summary: 'Takes the deletion of a source back.',
  params: OfSource,
  reply: KnowledgeSource,
  problems: ['knowledge_source.not_found', 'knowledge.too_many_sources'],
});

/** A part of a source that answers are made of. */
export const KnowledgePassage = z.object({
  id: z.uuid(),
  text: z.string(),
  /** Headings above it, the highest first. */
  headings: z.array(z.string()),
  place: KnowledgePlace.nullable(),
});
export type KnowledgePassage = z.infer<typeof KnowledgePassage>;

export const listKnowledgePassages = endpoint({
  method: 'GET',
  path: '/api/v1/assistants/:assistantId/knowledge/sources/:sourceId/passages',
  access: 'member',
  summary: 'The passages that were read of a source, in their order.',
  params: OfSource,
  query: PageQuery,
  reply: pageOf(KnowledgePassage),
  problems: ['knowledge_source.not_found'],
});

/** A passage that a question finds. */
export const FoundPassage = KnowledgePassage.extend({
  sourceId: KnowledgeSourceId,
  sourceKind: KnowledgeKind,
  sourceTitle: z.string(),
  /** From 0 to 1: the share of the question that the passage covers. */
  score: z.number(),
  /** The question is one of the pair's. */
  isExact: z.boolean(),
  /** Words of the question that led to it, as they stand in the passage. */
  words: z.array(z.string()),
});
export type FoundPassage = z.infer<typeof FoundPassage>;

export const tryKnowledge = endpoint({
  method: 'POST',
  path: '/api/v1/assistants/:assistantId/knowledge/try',
  access: 'member',
  summary: 'Passages that a question of a contact would find.',
  ratePerMinute: 60,
  params: OfAssistant,
  body: z.object({ question: Question }),
  reply: z.object({
    /** Best first; none: an assistant is given nothing. */
    passages: z.array(FoundPassage),
    /** The nearest of those that are too weak to be given. */
    weak: z.array(FoundPassage),
    /** Passages in which it was searched. */
    searched: z.int(),
    /** Whether meanings were compared too, not words alone. */
    hasMeanings: z.boolean(),
  }),
  problems: ['assistant.not_found'],
});

/** Questions that were left unanswered and are alike. */
export const KnowledgeGap = z.object({
  id: KnowledgeGapId,
  /** The first wording. */
  question: z.string(),
  /** Further wordings, the newest first. */
  wordings: z.array(z.string()),
  count: z.int(),
  reason: z.enum(GAP_REASONS),
  state: z.enum(GAP_STATES),
  lastNotedAt: Instant,
  /** Conversations with the question, the newest first. */
  conversationIds: z.array(ConversationId),
});
export type KnowledgeGap = z.infer<typeof KnowledgeGap>;

export const listKnowledgeGaps = endpoint({
  method: 'GET',
  path: '/api/v1/assistants/:assistantId/knowledge/gaps',
  access: 'member',
  summary: 'Unanswered questions, grouped; those that were asked most first.',
  params: OfAssistant,
  query: PageQuery.extend({ state: z.enum(GAP_STATES).default('open') }),
  reply: pageOf(KnowledgeGap),
  problems: ['assistant.not_found'],
});

/** Repeated, it changes the answer of the pair that it made. */
export const answerKnowledgeGap = endpoint({
  method: 'POST',
  path: '/api/v1/assistants/:assistantId/knowledge/gaps/:gapId/answer',
  access: 'member',
  summary: 'Makes a pair of unanswered questions and their answer.',
  params: OfGap,
  body: KnowledgePair,
  reply: KnowledgeSource,
  problems: ['knowledge_gap.not_found', 'knowledge.too_many_sources'],
});

export const dismissKnowledgeGap = endpoint({
  method: 'POST',
  path: '/api/v1/assistants/:assistantId/knowledge/gaps/:gapId/dismiss',
  access: 'member',
  summary: 'Leaves questions unanswered; those like them are not listed again.',
  params: OfGap,
  problems: ['knowledge_gap.not_found'],
});

export const reopenKnowledgeGap = endpoint({
  method: 'POST',
  path: '/api/v1/assistants/:assistantId/knowledge/gaps/:gapId/reopen',
  access: 'member',
  summary: 'Lists dismissed questions again.',
  params: OfGap,
  problems: ['knowledge_gap.not_found'],
});
