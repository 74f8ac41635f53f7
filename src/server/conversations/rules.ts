import { OPT_OUT_BUTTON, MARKETING_OPT_OUT_BUTTON } from '#server/texts/answer-rules.ts';
import { z } from 'zod';
import type { ChannelEvent } from '#server/channels/port.ts';
import { isOptInWord, isOptOutWord } from '#server/contacts/rules.ts';

export const InboundId = z.uuid().brand<'InboundId'>();
export type InboundId = z.infer<typeof InboundId>;

export type InboundEvent = Extract<ChannelEvent, { kind: 'message' }>;

/**
 * What a message wants of the ignore list, by the button that was tapped or the words that were typed.
 *
 * `start` takes an opt-out back too: who presses Start wants to hear of us.
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

/** As much of what was said as a list shows of it. */
export function beginningOf(text: string): string {
  return text.length <= SHOWN_LENGTH
    ? text
    : Array.from(text.slice(0, 2 * SHOWN_LENGTH))
        .slice(0, SHOWN_LENGTH)
        .join('');
}

/** Whether a message is dealt with by being stored: bots and people have nothing to answer. */
export function isSilent({ content }: Pick<InboundEvent, 'content'>, wish: Wish, isSharedPhone: boolean): boolean {
  return wish !== null || content === 'start' || content === 'remark' || isSharedPhone;
}

/** Whether a message keeps the channel's window open: what the messenger itself noticed is no word of hers. */
export function opensWindow({ content }: Pick<InboundEvent, 'content'>): boolean {
  return content !== 'remark';
}
