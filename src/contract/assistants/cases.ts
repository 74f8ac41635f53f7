import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { MessageId } from '#contract/delivery/calls.ts';
import { Instant, Language, PageQuery, pageOf } from '#contract/primitives.ts';
import { AssistantId, AssistantParams } from './calls.ts';
import {
  CASE_DAYS,
  CASE_TURNS,
  CLIENT_MANNERS,
  LONGEST_CASE_GOAL,
  LONGEST_CASE_LINE,
  MAX_CASE_EXPECTATIONS,
  MAX_CASE_LINES,
  MAX_CASE_VISITS,
} from './case-values.ts';
import { ASSISTANT_TRADES } from './values.ts';

export const AssistantCaseId = z.uuid().brand<'AssistantCaseId'>();
export type AssistantCaseId = z.infer<typeof AssistantCaseId>;

const Words = z.string().trim().min(1, { error: 'required' }).max(200, { error: 'too_long' });
const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'format' });
const InDays = z.int().min(CASE_DAYS.min, { error: 'range' }).max(CASE_DAYS.max, { error: 'range' });
const Phrases = z.array(Words).min(1, { error: 'required' }).max(10, { error: 'too_numerous' });

/** Null: any. */
const When = { inDays: InDays.nullable().default(null), time: ClockTime.nullable().default(null) };

/** A statement that has to be true after the talk; see EXPECTATION_TYPES. */
export const CaseExpectation = z.discriminatedUnion('type', [
  z.object({ type: z.literal('booked'), service: Words, master: Words.nullable().default(null), ...When }),
  z.object({ type: z.literal('moved'), ...When }),
  z.object({ type: z.literal('cancelled') }),
  z.object({ type: z.literal('unchanged') }),
  z.object({ type: z.literal('handed_over') }),
  z.object({ type: z.literal('not_handed_over') }),
  z.object({ type: z.literal('contains'), phrases: Phrases }),
  z.object({ type: z.literal('omits'), phrases: Phrases }),
  z.object({ type: z.literal('called'), tool: Words }),
  z.object({ type: z.literal('not_called'), tool: Words }),
  z.object({ type: z.literal('language'), language: Language }),
]);
export type CaseExpectation = z.infer<typeof CaseExpectation>;

/** A message of the client; its lines are sent as messages in a row. */
const Line = z.string().trim().min(1, { error: 'required' }).max(LONGEST_CASE_LINE, { error: 'too_long' });

/** The client's side: prepared messages, or a model that plays a client with a goal. */
export const CaseScript = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('lines'),
    lines: z.array(Line).min(1, { error: 'required' }).max(MAX_CASE_LINES, { error: 'too_numerous' }),
  }),
  z.object({
    kind: z.literal('client'),
    goal: z.string().trim().min(1, { error: 'required' }).max(LONGEST_CASE_GOAL, { error: 'too_long' }),
    manner: z.enum(CLIENT_MANNERS).default('plain'),
    /** Messages of the client at most. */
    maxTurns: z
      .int()
      .min(CASE_TURNS.min, { error: 'range' })
      .max(CASE_TURNS.max, { error: 'range' })
      .default(CASE_TURNS.default),
  }),
]);
export type CaseScript = z.infer<typeof CaseScript>;

/** A visit that the client has before the talk, placed at the nearest free time of the real calendar. */
export const CaseVisit = z.object({
  service: Words,
  master: Words.nullable().default(null),
  inDays: InDays.min(1, { error: 'range' }),
  time: ClockTime.default('12:00'),
});
export type CaseVisit = z.infer<typeof CaseVisit>;

export const CaseSettings = z.object({
  title: z.string().trim().min(1, { error: 'required' }).max(120, { error: 'too_long' }),
  /** The language in which the client writes. */
  language: Language,
  script: CaseScript,
  /** Empty: it is not known. */
  clientName: z.string().trim().max(100, { error: 'too_long' }).default(''),
  visits: z.array(CaseVisit).max(MAX_CASE_VISITS, { error: 'too_numerous' }).default([]),
  expectations: z
    .array(CaseExpectation)
    .min(1, { error: 'required' })
    .max(MAX_CASE_EXPECTATIONS, { error: 'too_numerous' }),
});
export type CaseSettings = z.infer<typeof CaseSettings>;

/** A talk with expectations, by which saves of an assistant are compared. */
export const AssistantCase = z.object({
  id: AssistantCaseId,
  settings: CaseSettings,
  createdAt: Instant,
  updatedAt: Instant,
});
export type AssistantCase = z.infer<typeof AssistantCase>;

const OfCase = AssistantParams.extend({ caseId: AssistantCaseId });

export const listAssistantCases = endpoint({
  method: 'GET',
  path: '/api/v1/assistants/:assistantId/cases',
  access: 'member',
  summary: 'Cases of an assistant, the newest first.',
  params: AssistantParams,
  query: PageQuery,
  reply: pageOf(AssistantCase).extend({ total: z.int() }),
  problems: ['assistant.not_found'],
});

export const createAssistantCase = endpoint({
  method: 'POST',
  path: '/api/v1/assistants/:assistantId/cases',
  access: 'member',
  summary: 'Adds a case.',
  takesIdempotencyKey: true,
  params: AssistantParams,
  body: CaseSettings,
  reply: AssistantCase,
  problems: ['assistant.not_found', 'assistant_case.limit_reached'],
});

export const saveAssistantCase = endpoint({
  method: 'PUT',
  path: '/api/v1/assistants/:assistantId/cases/:caseId',
  access: 'member',
  summary: 'Changes a case. Runs that are over stay as they were.',
  params: OfCase,
  body: CaseSettings,
  reply: AssistantCase,
  problems: ['assistant_case.not_found'],
});

export const deleteAssistantCase = endpoint({
  method: 'DELETE',
  path: '/api/v1/assistants/:assistantId/cases/:caseId',
  access: 'member',
  summary: 'Deletes a case; it can be restored.',
  params: OfCase,
  problems: ['assistant_case.not_found'],
});

/** For Undo. */
export const restoreAssistantCase = endpoint({
  method: 'POST',
  path: '/api/v1/assistants/:assistantId/cases/:caseId/restore',
  access: 'member',
  summary: 'Restores a deleted case.',
  params: OfCase,
  reply: AssistantCase,
  problems: ['assistant_case.not_found', 'assistant_case.limit_reached'],
});

/** Cases about visits are added where a connected booking system has services. */
export const addReadyCases = endpoint({
  method: 'POST',
  path: '/api/v1/assistants/:assistantId/cases/ready',
  access: 'member',
  summary: 'Adds the ready cases of a trade that the assistant does not have yet.',
  params: AssistantParams,
  body: z.object({ trade: z.enum(ASSISTANT_TRADES), language: Language }),
  reply: z.object({ added: z.int() }),
  problems: ['assistant.not_found', 'assistant_case.limit_reached'],
});

/** Names, phones and e-mails are replaced; what happened is what is expected. */
export const createCaseOfMessage = endpoint({
  method: 'POST',
  path: '/api/v1/messages/:messageId/assistant-case',
  access: 'member',
  summary: 'Makes a case from the conversation of a message that an assistant sent.',
  takesIdempotencyKey: true,
  params: z.object({ messageId: MessageId }),
  reply: AssistantCase.extend({ assistantId: AssistantId }),
  problems: ['assistant_turn.not_found', 'assistant_case.limit_reached', 'assistant_case.no_client_lines'],
});
