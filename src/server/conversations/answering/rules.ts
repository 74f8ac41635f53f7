import { type Sender, SenderId } from '#contract/senders/calls.ts';
import { understand, type Understood } from '#server/conversations/threads/understanding-rules.ts';
import { earlierOf, isBefore } from '#server/platform/values/instant-rules.ts';
import type { Question, QuietTime, UnhandledMessage } from './port.ts';

/** The sender of replies that no person and no assistant writes; every tenant has one, under the same id. */
export const CHATBOT: Sender = {
  id: SenderId.parse('6a1f0c52-3c0e-4f0b-9d57-0b6a7f3f5c01'),
  kind: 'chatbot',
  title: '',
};

/** A contact may answer a question for so many hours. */
export const QUESTION_VALID_HOURS = 24;

/** The pause after which responders are tried. */
export const QUIET_TIME: QuietTime = { pauseMs: 2_000, maxMs: 8_000 };

/** When messages are answered together. */
export function quietUntil({ pauseMs, maxMs }: QuietTime, first: Temporal.Instant, last: Temporal.Instant) {
  return earlierOf(last.add({ milliseconds: pauseMs }), first.add({ milliseconds: maxMs }));
}

const RETRY_SECONDS = [10, 30, 60, 180, 300];

/** Seconds until a turn whose outside call failed is tried again; null when it is given up. */
export function pauseAfterFailure(failures: number): number | null {
  return RETRY_SECONDS[failures] ?? null;
}

/** Whether a turn still has the contact's newest messages, with their present words. */
export function hasSameMessages(
  one: readonly Pick<UnhandledMessage, 'key'>[],
  other: readonly Pick<UnhandledMessage, 'key'>[],
): boolean {
  return one.length === other.length && one.every(({ key }, n) => key === other[n]?.key);
}

/** Splits messages into those that a person answered, by writing after them, and those that came later. */
export function splitByPerson<Message extends { receivedAt: Temporal.Instant }>(
  messages: readonly Message[],
  personWroteAt: Temporal.Instant | null,
): { answered: Message[]; open: Message[] } {
  const isOpen = ({ receivedAt }: Message) => personWroteAt === null || isBefore(personWroteAt, receivedAt);
  return { answered: messages.filter((message) => !isOpen(message)), open: messages.filter(isOpen) };
}

/** The parts of a message that state what it answers. */
export type AnsweringMessage = Pick<UnhandledMessage, 'kind' | 'text' | 'buttonId' | 'quotedProviderId'>;

/** Whether all messages are taps or digits, which act even while a person has the conversation. */
export function isChoice(messages: readonly Pick<AnsweringMessage, 'buttonId' | 'text'>[]): boolean {
  return messages.every(({ buttonId, text }) => buttonId !== null || /^\s*\d\s*$/.test(text ?? ''));
}

/** The question that the messages quote. */
export function quotedQuestion(
  messages: readonly Pick<AnsweringMessage, 'quotedProviderId'>[],
  questions: readonly Question[],
): Question | undefined {
  const quotedIds = messages.flatMap(({ quotedProviderId }) => quotedProviderId ?? []);
  return questions.find(({ providerMessageId }) => providerMessageId !== null && quotedIds.includes(providerMessageId));
}

/** Understands messages as one text. A photo or a voice message is for a member, with or without a text. */
export function understandAll(messages: readonly Pick<AnsweringMessage, 'kind' | 'text'>[]): Understood {
  const isAllText = messages.every(({ kind }) => kind === 'text' || kind === 'button');
  return isAllText ? understand(messages.map(({ text }) => text ?? '').join('\n')) : { kind: 'unclear' };
}
