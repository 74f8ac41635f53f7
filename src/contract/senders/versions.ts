import { z } from 'zod';
import { Instant } from '#contract/primitives.ts';

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
