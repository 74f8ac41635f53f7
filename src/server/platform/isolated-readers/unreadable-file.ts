/**
 * Why a file was not read.
 *
 * - `damaged`: its reader cannot make sense of it.
 * - `wrong_type`: it is of another type.
 * - `too_much`: it has more parts, texts, rows or levels than a reader takes, or needs more memory.
 * - `too_slow`: reading it takes too long.
 * - `row_too_long`: a row of a table does not end.
 * - `too_many_pixels`: a picture is larger than is decoded.
 * - `locked`: it needs a password.
 * - `no_text`: it has pictures of text alone.
 * - `empty`: it has no bytes.
 * - `no_sound`: it has no sound, e.g. a film without any.
 * - `too_long`: its sound is longer than is decoded.
 * - `needs_program`: it can be decoded, but only by a program that the deployment does not have.
 */
export const UNREADABLE_REASONS = [
  'damaged',
  'wrong_type',
  'too_much',
  'too_slow',
  'row_too_long',
  'too_many_pixels',
  'locked',
  'no_text',
  'empty',
  'no_sound',
  'too_long',
  'needs_program',
] as const;
export type UnreadableReason = (typeof UNREADABLE_REASONS)[number];

/** A file was not read. Thrown by the module of a reader, and by `readIsolated` in the server. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
