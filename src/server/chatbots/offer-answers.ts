import { readSlotAnswer, type SlotAnswer } from '#server/waitlist/slots/rules.ts';
import type { Question, UnhandledMessage } from './rules.ts';
import type { Understood } from './understanding.ts';

/**
 * The contact's answer to the offer of a freed time: a tap, the number of a button, or a plain yes or no where the offer is
 * the latest question. Null: they answer nothing of the kind.
 *
 * @param question the one they quote, else the latest
 * @param words of what they typed beside taps; null: nothing
 */
export function answerToOffer(
  messages: readonly UnhandledMessage[],
  question: Question | undefined,
  words: Understood | null,
): SlotAnswer | null {
  const tapped = messages.flatMap(({ buttonId }) => (buttonId && readSlotAnswer(buttonId)) || []).at(-1);
  if (tapped) return tapped;
  const offered = question?.buttons.flatMap(({ number, id }) => {
    const answer = readSlotAnswer(id);
    return answer ? [{ number, answer }] : [];
  });
  if (!words || !offered) return null;
  if (words.kind === 'number') return offered.find(({ number }) => number === words.number)?.answer ?? null;
  if (words.kind !== 'yes' && words.kind !== 'no') return null;
  return offered.find(({ answer }) => answer.isAccepted === (words.kind === 'yes'))?.answer ?? null;
}
