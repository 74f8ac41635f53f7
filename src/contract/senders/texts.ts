import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Cursor, pageOf } from '#contract/primitives.ts';
import { TextReplacement } from '#contract/texts/replacements.ts';
import { manyShape, pathOf, type SenderWire } from './wire.ts';

/** Which places of one sender change. */
const ReplaceIn = {
  baseVersion: z.int(),
  paths: z.array(z.string().max(200)).min(1, { error: 'required' }).max(200),
};

/**
 * The calls of find and replace of one kind. Each sender by itself: a text that would exceed a limit, or a sender that another member
 * saved meanwhile, is refused.
 */
export function textCalls<
  const Wire extends SenderWire,
  Filter extends z.ZodRawShape,
  Found extends z.ZodType,
  Outcome extends z.ZodRawShape,
>(
  wire: Wire,
  {
    summaries,
    filter,
    found,
    outcome,
  }: { summaries: { find: string; replace: string }; filter: Filter; found: Found; outcome: z.ZodObject<Outcome> },
) {
  return {
    findTexts: endpoint({
      method: 'POST',
      path: pathOf(wire, '/texts/find'),
      access: 'member',
      summary: summaries.find,
      body: TextReplacement.extend({
        ...filter,
        cursor: Cursor.optional(),
        limit: z.int().min(1).max(100).default(30),
      }),
      reply: pageOf(found),
    }),
    replaceTexts: endpoint({
      method: 'POST',
      path: pathOf(wire, '/texts/replace'),
      access: 'member',
      summary: summaries.replace,
      takesIdempotencyKey: true,
      body: TextReplacement.extend(manyShape(wire, ReplaceIn)),
      reply: z.object({
        outcomes: z.array(
          z.object({
            ...outcome.shape,
            /** The version after the change. */
            version: z.int(),
          }),
        ),
      }),
    }),
  };
}
