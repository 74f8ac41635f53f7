import { z } from 'zod';

/** The first byte of an item is its kind: facts known at first, samples, or measures at the end. */
export const HEADING_TAG = 0;
export const PCM_TAG = 1;
export const FACTS_TAG = 2;

export const PEAKS_PER_SECOND = 20;

export const SoundHeading = z.object({ channels: z.int().min(1).max(2) });
export type SoundHeading = z.infer<typeof SoundHeading>;

/** Facts of a decoded recording. */
export const SoundFacts = z.object({
  /** By its samples, never by what its head states. */
  seconds: z.number().nonnegative(),
  channels: z.int().min(1).max(2),
  /** Whether two channels are those of two people, and no copy of one. */
  hasTwoSides: z.boolean(),
  /** The file ends before its sound does, or part of it could not be decoded. */
  isIncomplete: z.boolean(),
  /** Base64: a byte for each twentieth of a second, the loudest sample of its channels. */
  peaks: z.base64(),
  /** Base64 for each channel: a bit for each 20 ms, set where there is a voice; the lowest bit is the first. */
  voices: z.array(z.base64()),
});
export type SoundFacts = z.infer<typeof SoundFacts>;
