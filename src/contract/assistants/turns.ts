import { z } from 'zod';
import { ConversationId } from '#contract/conversations/calls.ts';
import { endpoint } from '#contract/endpoint.ts';
import { MessageId } from '#contract/delivery/calls.ts';
import { Instant, PageQuery, pageOf } from '#contract/primitives.ts';
import { AssistantParams } from './calls.ts';
import { HANDOFF_REASONS, LONGEST_TRIAL_MESSAGE, REPLY_CHECKS, TURN_OUTCOMES } from './values.ts';

/** A part of a reply that is not sent as it is, and why. */
export const CheckFinding = z.object({ check: z.enum(REPLY_CHECKS), quote: z.string() });
export type CheckFinding = z.infer<typeof CheckFinding>;

/** A function that the model called, and what it answered. */
export const TurnCall = z.object({
  tool: z.string(),
  arguments: z.unknown(),
  result: z.unknown(),
  /** Null: it ran. */
  error: z.string().nullable(),
});
export type TurnCall = z.infer<typeof TurnCall>;

/** A part of the knowledge that the model was given. */
export const TurnPassage = z.object({ source: z.string(), text: z.string() });
export type TurnPassage = z.infer<typeof TurnPassage>;

/** One answer of an assistant, and why it is as it is. */
export const AssistantTurn = z.object({
  id: z.uuid(),
  at: Instant,
  /** The save by which it was answered. */
  version: z.int(),
  question: z.string(),
  /** Null: nothing was sent. */
  reply: z.string().nullable(),
  outcome: z.enum(TURN_OUTCOMES),
  handoffReason: z.enum(HANDOFF_REASONS).nullable(),
  /** For the person who takes over. */
  summary: z.string().nullable(),
  passages: z.array(TurnPassage),
  calls: z.array(TurnCall),
  /** Faults of the reply that was not sent; with `isRegenerated` another was written. */
  findings: z.array(CheckFinding),
  isRegenerated: z.boolean(),
  /** provider/model; null: none answered. */
  model: z.string().nullable(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** Millionths of a US dollar. */
  costMicroUsd: z.int(),
  tookMs: z.int(),
});
export type AssistantTurn = z.infer<typeof AssistantTurn>;

/** "Why this answer": of a message that an assistant sent. */
export const getTurnOfMessage = endpoint({
  method: 'GET',
  path: '/api/v1/messages/:messageId/assistant-turn',
  access: 'member',
  summary: 'How an assistant came to a message that it sent.',
  params: z.object({ messageId: MessageId }),
  reply: AssistantTurn.extend({ assistant: z.object({ id: AssistantParams.shape.assistantId, title: z.string() }) }),
  problems: ['assistant_turn.not_found'],
});

/** A message of a member's chat with the draft. */
export const TrialMessage = z.object({
  id: z.uuid(),
  sender: z.enum(['member', 'assistant']),
  text: z.string(),
  at: Instant,
  /** The turn of an assistant's message. */
  turn: AssistantTurn.nullable(),
});
export type TrialMessage = z.infer<typeof TrialMessage>;

export const getTrial = endpoint({
  method: 'GET',
  path: '/api/v1/assistants/:assistantId/trial',
  access: 'member',
  summary: "The member's chat with the draft of an assistant, oldest first; the last 100 messages.",
  params: AssistantParams,
  reply: z.object({ messages: z.array(TrialMessage) }),
  problems: ['assistant.not_found'],
});

/** Visits are not written and files are not sent by a trial: such calls answer as if they had been. */
export const sendTrialMessage = endpoint({
  method: 'POST',
  path: '/api/v1/assistants/:assistantId/trial',
  access: 'member',
  requires: 'assistants',
  summary: 'Writes to the draft of an assistant and returns its answer, which may take up to a minute.',
  takesIdempotencyKey: true,
  params: AssistantParams,
  body: z.object({
    text: z.string().trim().min(1, { error: 'required' }).max(LONGEST_TRIAL_MESSAGE, { error: 'too_long' }),
  }),
  reply: z.object({ messages: z.array(TrialMessage) }),
  problems: ['assistant.not_found', 'assistant.trial_busy'],
});

export const clearTrial = endpoint({
  method: 'DELETE',
  path: '/api/v1/assistants/:assistantId/trial',
  access: 'member',
  summary: "Begins the member's chat with the draft anew.",
  params: AssistantParams,
  problems: ['assistant.not_found'],
});

export const listAssistantTurns = endpoint({
  method: 'GET',
  path: '/api/v1/assistants/:assistantId/turns',
  access: 'member',
  summary: 'Answers of an assistant to contacts, the latest first.',
  params: AssistantParams,
  query: PageQuery.extend({ outcome: z.enum(TURN_OUTCOMES).optional() }),
  reply: pageOf(AssistantTurn.extend({ conversationId: ConversationId.nullable() })),
  problems: ['assistant.not_found'],
});

/** By days of the cabinet's time zone, both included; the last 30 days when they are left out. */
export const getAssistantReport = endpoint({
  method: 'GET',
  path: '/api/v1/assistants/:assistantId/report',
  access: 'member',
  summary: 'What an assistant did in a period.',
  params: AssistantParams,
  query: z.object({ from: z.iso.date().optional(), until: z.iso.date().optional() }),
  reply: z.object({
    /** Conversations with an answer. */
    dialogues: z.int(),
    /** Dialogues that were not handed to a person. */
    resolved: z.int(),
    handedOver: z.array(z.object({ reason: z.enum(HANDOFF_REASONS), dialogues: z.int() })),
    bookings: z.int(),
    /** Prices of those bookings, by the answers of the booking system. */
    bookedMinor: z.int(),
    /** Null: no booking. */
    currency: z.string().nullable(),
    answers: z.int(),
    costMicroUsd: z.int(),
  }),
  problems: ['assistant.not_found'],
});
