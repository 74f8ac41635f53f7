import type { KnowledgeTrouble } from '#contract/assistants/knowledge.ts';
import type { UnreadableReason } from '#server/platform/isolated-readers/unreadable-file.ts';

const TROUBLES: Readonly<Record<UnreadableReason, KnowledgeTrouble>> = {
  damaged: 'damaged',
  wrong_type: 'damaged',
  too_much: 'too_big',
  too_slow: 'too_slow',
  row_too_long: 'too_big',
  too_many_pixels: 'too_big',
  locked: 'locked',
  no_text: 'scan',
  empty: 'damaged',
  no_sound: 'damaged',
  too_long: 'too_big',
  needs_program: 'damaged',
};

/** The trouble of a source whose reader refused it. */
export const troubleOfUnreadable = (reason: UnreadableReason): KnowledgeTrouble => TROUBLES[reason];
