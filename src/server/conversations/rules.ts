import { OPT_OUT_BUTTON, MARKETING_OPT_OUT_BUTTON } from '#server/texts/answer-rules.ts';
import { z } from 'zod';
import type { ChannelEvent } from '#server/channels/port.ts';
import { isOptInWord, isOptOutWord } from '#server/contacts/rules.ts';

export const InboundId = z.uuid().brand<'InboundId'>();
export type InboundId = z.infer<typeof InboundId>;

export type InboundEvent = Extract<ChannelEvent, { kind: 'message' }>;

/**
 * Change of the opt-out a message asks for, by its tapped button or its words.
 *
 * `start` lifts an opt-out too: pressing Start asks for messages.
 */
export type Wish =
  | { kind: 'opt_out'; scope: 'all' | 'marketing'; source: 'word' | 'button' }
  | { kind: 'opt_in' }
  | null;

export function wishOf({ content, text, buttonId }: Pick<InboundEvent, 'content' | 'text' | 'buttonId'>): Wish {
  if (buttonId?.startsWith(OPT_OUT_BUTTON)) {
    const scope = buttonId === MARKETING_OPT_OUT_BUTTON ? 'marketing' : 'all';
    return { kind: 'opt_out', scope, source: 'button' };
  }
  if (content === 'start') return { kind: 'opt_in' };
  if ((content !== 'text' && content !== 'button') || text === null) return null;
  if (isOptOutWord(text)) return { kind: 'opt_out', scope: 'all', source: content === 'button' ? 'button' : 'word' };
  return isOptInWord(text) ? { kind: 'opt_in' } : null;
}

const SHOWN_LENGTH = 300;

/** Returns the first characters of a text, for lists. */
export function beginningOf(text: string): string {
  return text.length <= SHOWN_LENGTH
    ? text
    : Array.from(text.slice(0, 2 * SHOWN_LENGTH))
        .slice(0, SHOWN_LENGTH)
        .join('');
}

/** Returns whether a message needs no answer by a bot or a member. */
export function isSilent({ content }: Pick<InboundEvent, 'content'>, wish: Wish, isSharedPhone: boolean): boolean {
  return wish !== null || content === 'start' || content === 'remark' || isSharedPhone;
}

/** Whether a message opens the channel's messaging window; a service message of the messenger does not. */
export function opensWindow({ content }: Pick<InboundEvent, 'content'>): boolean {
  return content !== 'remark';
}
