import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { idShape, pathOf, type SenderWire } from './wire.ts';

/** Result for one sender of a change of many. */
export const outcomeOf = <Wire extends SenderWire>(wire: Wire) =>
  z.object({
    ...idShape(wire),
    title: z.string(),
    isDone: z.boolean(),
    /** The refusal; its code and details equal those of the call for one. */
    problem: z.object({ code: z.string(), details: z.record(z.string(), z.unknown()) }).nullable(),
  });

/**
 * Applies one change to many senders, each by itself: a refusal for one does not stop the others.
 *
 * With `isTrial` nothing is changed: the reply shows the result for each.
 */
export const changeManyCall = <
  const Wire extends SenderWire,
  Outcome extends z.ZodType,
  Change extends z.ZodType,
  Facts extends z.ZodRawShape,
>(
  wire: Wire,
  { summary, outcome, change, facts }: { summary: string; outcome: Outcome; change: Change; facts: Facts },
) =>
  endpoint({
    method: 'POST',
    path: pathOf(wire, '/bulk'),
    access: 'member',
    summary,
    takesIdempotencyKey: true,
    body: z.object({ change, isTrial: z.boolean().default(false) }),
    reply: z.object({
      outcomes: z.array(outcome),
      ...facts,
      /** For Undo: the changes that restore the former state; in this order. */
      undo: z.array(change),
    }),
  });
