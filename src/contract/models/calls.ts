import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Day } from '#contract/primitives.ts';
import { MODEL_CHOICES } from './values.ts';

/** Millionths of a US dollar. */
const MicroUsd = z.int();

/** A model choice with its price. */
export const OfferedModel = z.object({
  choice: z.enum(MODEL_CHOICES),
  /** An estimate for dialogues of usual length. */
  pricePer100Dialogues: MicroUsd,
});
export type OfferedModel = z.infer<typeof OfferedModel>;

export const listAiModels = endpoint({
  method: 'GET',
  path: '/api/v1/ai/models',
  access: 'member',
  summary: 'The models that assistants of the cabinet may use, cheapest first.',
  reply: z.object({
    models: z.array(OfferedModel),
    /** Answers come from the simulated world of a demo. */
    isSimulated: z.boolean(),
  }),
});

/** Money for models. All sums are millionths of a US dollar. */
export const AiBalance = z.object({
  /** May be below zero by the price of one answer. */
  balance: MicroUsd,
  /** The part of it that answers in progress may still spend. */
  reserved: MicroUsd,
  /** The balance after the last top-up. */
  fullBalance: MicroUsd,
  /** Days of the last 30 with usage, newest first, by the cabinet's zone. */
  days: z.array(z.object({ day: Day, calls: z.int(), cost: MicroUsd })),
  models: z.array(OfferedModel),
  leastTopUpUsd: z.int(),
});
export type AiBalance = z.infer<typeof AiBalance>;

export const getAiBalance = endpoint({
  method: 'GET',
  path: '/api/v1/ai/balance',
  access: 'member',
  summary: 'Money for models: what is left, what was spent by day, and what dialogues cost.',
  reply: AiBalance,
});

export const orderAiTopUp = endpoint({
  method: 'POST',
  path: '/api/v1/ai/balance/top-ups',
  access: 'owner',
  summary: 'Checks a top-up of the AI balance. It is paid through the operator, who then credits it.',
  body: z.object({
    /** US dollars. */
    amountUsd: z.number().min(0).max(100_000),
  }),
  reply: z.object({
    /** The only way of payment there is: the owner writes to the operator. */
    payment: z.literal('operator'),
    amountUsd: z.number(),
    supportEmail: z.string(),
  }),
  problems: ['ai_top_up.too_small'],
});
