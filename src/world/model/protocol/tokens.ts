import type { Answer, Message } from './types.ts';

/** Pieces of at most four Latin or three other letters, digits by three, and signs: near what tokenizers make. */
const PIECE = /\s?(?:[A-Za-z]{1,4}|\p{L}{1,3}|\d{1,3}|[^\s\p{L}\d]|\s+)/gu;
const TOKENS_PER_MESSAGE = 4;

export const toTokens = (text: string): string[] => text.match(PIECE) ?? [];

export const countTokens = (text: string): number => toTokens(text).length;

export function countMessageTokens(messages: readonly Message[]): number {
  return messages.reduce(
    (total, { text, calls }) =>
      total +
      TOKENS_PER_MESSAGE +
      countTokens(text) +
      calls.reduce((sum, call) => sum + countTokens(call.name) + countTokens(call.arguments), 0),
    0,
  );
}

export const countAnswerTokens = ({ text, refusal, calls }: Answer): number =>
  countTokens(text ?? refusal ?? '') +
  calls.reduce((sum, call) => sum + countTokens(call.name) + countTokens(call.arguments) + TOKENS_PER_MESSAGE, 0);

/** The first tokens of a text. */
export const cutTokens = (text: string, count: number): string => toTokens(text).slice(0, count).join('');
