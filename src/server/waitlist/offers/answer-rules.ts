import type { Question } from '#server/conversations/answering/port.ts';
import { type AnsweringMessage, quotedQuestion, understandAll } from '#server/conversations/answering/rules.ts';
import { readVisitAnswer } from '#server/texts/content/answer-rules.ts';
import { readSlotAnswer, type SlotAnswer } from '#server/waitlist/slots/rules.ts';

/**
 * The contact's answer to the offer of a freed time: a tap, the number of a button, or a plain yes or no where the offer is
 * the question they quote, else the latest. Null: they answer nothing of the kind.
 *
 * @param questions latest first
 */
export function answerToOffer(
  messages: readonly AnsweringMessage[],
  questions: readonly Question[],
): SlotAnswer | null {
  const tapped = messages.flatMap(({ buttonId }) => (buttonId && readSlotAnswer(buttonId)) || []).at(-1);
  if (tapped) return tapped;
  const question = quotedQuestion(messages, questions) ?? questions[0];
  const offered = question?.buttons.flatMap(({ number, id }) => {
    const answer = readSlotAnswer(id);
    return answer ? [{ number, answer }] : [];
  });
  const typed = messages.filter(({ buttonId }) => !buttonId || !readVisitAnswer(buttonId));
  if (typed.length === 0 || !offered) return null;
  const words = understandAll(typed);
  if (words.kind === 'number') return offered.find(({ number }) => number === words.number)?.answer ?? null;
  if (words.kind !== 'yes' && words.kind !== 'no') return null;
  return offered.find(({ answer }) => answer.isAccepted === (words.kind === 'yes'))?.answer ?? null;
}
