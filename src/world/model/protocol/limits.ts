import { countTokens, cutTokens } from './tokens.ts';
import type { Answer, ChatRequest } from './types.ts';

/** Applies `stop` and `max_tokens` to an answer. */
export function limitAnswer(answer: Answer, { stop, maxTokens }: ChatRequest): Answer {
  return atMaxTokens(atStop(answer, stop), maxTokens);
}

function atStop(answer: Answer, stop: readonly string[]): Answer {
  const { text } = answer;
  if (text === null) return answer;
  const ends = stop.map((sequence) => text.indexOf(sequence)).filter((index) => index >= 0);
  return ends.length === 0 ? answer : { ...answer, text: text.slice(0, Math.min(...ends)) };
}

/** A call that is too long is cut in its arguments, as a real model's is. */
function atMaxTokens(answer: Answer, maxTokens: number | null): Answer {
  if (maxTokens === null) return answer;
  let left = maxTokens;
  const cut = (text: string) => {
    const part = cutTokens(text, left);
    left = Math.max(0, left - countTokens(text));
    return part;
  };
  const text = answer.text === null ? null : cut(answer.text);
  const calls: Answer['calls'] = [];
  for (const call of answer.calls) if (left > 0) calls.push({ ...call, arguments: cut(call.arguments) });
  const isWhole =
    text === answer.text &&
    calls.length === answer.calls.length &&
    calls.every((call, n) => call.arguments === answer.calls[n]?.arguments);
  return isWhole ? answer : { ...answer, text, calls, finish: 'length' };
}
