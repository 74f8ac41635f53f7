import type { ChatbotId } from '#contract/chatbots/calls.ts';
import type { ScriptKey } from '#contract/chatbots/scripts.ts';
import { MOST_SCRIPT_MESSAGES } from '#contract/chatbots/values.ts';
import type { BranchId } from '#contract/connections/calls.ts';
import type { Question } from '#server/conversations/answering/port.ts';
import { type AnsweringMessage, quotedQuestion, understandAll } from '#server/conversations/answering/rules.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { readScriptAnswer, type ScriptAnswer } from './answer-id-rules.ts';
import type { Run, RunEnd } from './step-rules.ts';
import { foldWords, numberedButton } from './trigger-rules.ts';

/** The state of a conversation with a bot. */
export type Dialogue = {
  botId: ChatbotId;
  phase: RunEnd['kind'];
  /** In a menu, its step; while it waits, the step that comes then. */
  stepId: ScriptKey | null;
  branchId: BranchId | null;
  /** Counts the changes. */
  run: number;
  changedAt: Temporal.Instant;
  outsideHoursAt: Temporal.Instant | null;
  /** When the latest messages were sent, oldest first. */
  sentAt: readonly Temporal.Instant[];
};

/** An answer to a button of a bot. */
export type Choice = ScriptAnswer & {
  isTap: boolean;
  /** Something else was said beside it, which is no courtesy. */
  hasOtherText: boolean;
};

type Chosen = { answer: ScriptAnswer; isTap: boolean };

/**
 * The button of a bot that a turn answers: a tap, or the number or the words of a button of the latest question, or of the quoted
 * one.
 */
export function choiceOf({
  messages,
  questions,
}: {
  messages: readonly AnsweringMessage[];
  questions: readonly Question[];
}): Choice | null {
  const question = quotedQuestion(messages, questions) ?? questions[0];
  const chosenBy = ({ buttonId, text }: AnsweringMessage): Chosen | null => {
    const tapped = buttonId === null ? null : readScriptAnswer(buttonId);
    if (tapped || buttonId !== null || !question) return tapped && { answer: tapped, isTap: true };
    const button =
      numberedButton(question, text) ?? question.buttons.find(({ title }) => title && isSame(title, text ?? ''));
    const answer = button ? readScriptAnswer(button.id) : null;
    return answer && { answer, isTap: false };
  };
  const choices = messages.map((message) => ({ message, chosen: chosenBy(message) }));
  const last = choices.findLast(({ chosen }) => chosen !== null)?.chosen;
  if (!last) return null;
  const others = choices.flatMap(({ message, chosen }) => (chosen ? [] : message));
  return { ...last.answer, isTap: last.isTap, hasOtherText: others.length > 0 && !isCourtesy(others) };
}

const isSame = (one: string, other: string) => foldWords(one) === foldWords(other);

function isCourtesy(messages: readonly AnsweringMessage[]): boolean {
  const { kind } = understandAll(messages);
  return kind === 'courtesy' || kind === 'greeting';
}

/** How long bots leave a talk to whom they handed it over. */
const HANDED_HOURS = 12;

/** Whether a bot handed the talk over, so that words start no bot. */
export function isHandedOver(dialogue: Pick<Dialogue, 'phase' | 'changedAt'> | null, now: Temporal.Instant): boolean {
  if (dialogue?.phase !== 'person' && dialogue?.phase !== 'assistant') return false;
  return isAfter(dialogue.changedAt.add({ hours: HANDED_HOURS }), now);
}

const LOOP_MINUTES = 10;

/** The moments of messages, as far as they count for the next ones. */
export function countedSends(sentAt: readonly Temporal.Instant[], now: Temporal.Instant): Temporal.Instant[] {
  const since = now.subtract({ minutes: LOOP_MINUTES });
  return sentAt.filter((at) => isAfter(at, since));
}

/** Whether the messages of a run would be too many for one contact: a bot on the other side may be answering. */
export function isTooOften(sentAt: readonly Temporal.Instant[], { messages }: Run, now: Temporal.Instant): boolean {
  return countedSends(sentAt, now).length + messages.length > MOST_SCRIPT_MESSAGES;
}

/** The state after a run. */
export function afterRun(
  before: Dialogue | null,
  { botId, run, now, isOutside }: { botId: ChatbotId; run: Run; now: Temporal.Instant; isOutside: boolean },
): Dialogue {
  const { end, messages, branchId } = run;
  return {
    botId,
    phase: end.kind,
    stepId: 'stepId' in end ? end.stepId : null,
    branchId,
    run: (before?.run ?? 0) + 1,
    changedAt: now,
    outsideHoursAt: isOutside ? now : (before?.outsideHoursAt ?? null),
    sentAt: [...countedSends(before?.sentAt ?? [], now), ...messages.map(() => now)].slice(-MOST_SCRIPT_MESSAGES),
  };
}
