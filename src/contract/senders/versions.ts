import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, PageQuery, pageOf } from '#contract/primitives.ts';
import type { ProblemCode } from '#contract/problems.ts';
import { idShape, manyShape, pathOf, pathOfOne, type SenderWire } from './wire.ts';

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/**
 * One difference between two versions of saved settings.
 *
 * A place is a path of the settings, e.g. `timing.delayMinutes`, `content.texts.en`, `content.buttons.url.title`, or
 * `title`. Buttons are found by their type, templates by their channel, other items by their position in the list.
 */
export const VersionChange = z.discriminatedUnion('type', [
  /** Null: no value. */
  z.object({ type: z.literal('value'), path: z.string(), from: Value, to: Value }),
  /** A list whose order is irrelevant, or that changed by more than its order. */
  z.object({
    type: z.literal('list'),
    path: z.string(),
    added: z.array(z.union([z.string(), z.number()])),
    removed: z.array(z.union([z.string(), z.number()])),
  }),
  z.object({ type: z.literal('order'), path: z.string() }),
]);
export type VersionChange = z.infer<typeof VersionChange>;

/** The number of a saved version that a call names; it fits an integer of the database. */
export const VersionNumber = z.int().min(1).max(2_147_483_647);

/** One save, with what it changed. */
export const SavedVersion = z.object({
  version: z.int(),
  title: z.string(),
  savedAt: Instant,
  /** Name or, without one, e-mail of the member who saved it; null when no member did, or they were deleted. */
  savedBy: z.string().nullable(),
  /** Changes since the version before; empty for the first. */
  changes: z.array(VersionChange),
});
export type SavedVersion = z.infer<typeof SavedVersion>;

const OneRollBack = { version: VersionNumber, baseVersion: z.int() };

/** The calls of the history of one kind. A roll-back creates the next version with the old settings, like any other save. */
export function versionCalls<const Wire extends SenderWire, One extends z.ZodType, Outcome extends z.ZodType>(
  wire: Wire,
  { one, outcome, refusals }: { one: One; outcome: Outcome; refusals: readonly ProblemCode[] },
) {
  const { noun, problem } = wire;
  const params = z.object(idShape(wire));
  return {
    listVersions: endpoint({
      method: 'GET',
      path: pathOfOne(wire, '/versions'),
      access: 'member',
      summary: `Saves of a ${noun}, newest first, with what each changed.`,
      params,
      query: PageQuery,
      reply: pageOf(SavedVersion),
      problems: [`${problem}.not_found`],
    }),
    rollBack: endpoint({
      method: 'POST',
      path: pathOfOne(wire, '/roll-back'),
      access: 'member',
      summary: 'Saves an earlier version again, as the newest.',
      takesIdempotencyKey: true,
      params,
      body: z.object(OneRollBack),
      reply: one,
      problems: [`${problem}.not_found`, `${problem}.version_not_found`, `${problem}.changed_meanwhile`, ...refusals],
    }),
    /** For Undo of a change of many. */
    rollBackMany: endpoint({
      method: 'POST',
      path: pathOf(wire, '/roll-back'),
      access: 'member',
      summary: `Saves earlier versions of many ${noun}s again.`,
      takesIdempotencyKey: true,
      body: z.object(manyShape(wire, OneRollBack)),
      reply: z.object({ outcomes: z.array(outcome) }),
    }),
  };
}
