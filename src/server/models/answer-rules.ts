import type { FinishReason } from 'ai';
import type { ModelTrouble } from './port.ts';

/** The end of the last step of a call. */
export type Ending = {
  finishReason: FinishReason;
  text: string;
  /** Its tools ran, and the caller's condition ended the loop. */
  hasToolResults: boolean;
  /** It was given no tools. */
  isLast: boolean;
};

/** Why an answer cannot be used; null: it can. An answer may be empty where a tool has ended the loop. */
export function troubleOf({ finishReason, text, hasToolResults, isLast }: Ending): ModelTrouble | null {
  if (finishReason === 'content-filter') return 'refused';
  if (finishReason === 'length' || finishReason === 'error') return 'nonsense';
  if (text.trim() !== '') return null;
  return hasToolResults && !isLast ? null : 'nonsense';
}

type Part = { type: string; toolCallId?: unknown; toolName?: unknown; input?: unknown };

/**
 * Gives each call of a tool an id of its own in the talk: some providers repeat ids, and results are found by them. A call
 * that repeats another of the same step in all parts is left out.
 *
 * @param known ids of earlier steps
 */
export function withUniqueCalls<Content extends Part>(content: readonly Content[], known: Iterable<string>): Content[] {
  const taken = new Set(known);
  const seen = new Set<string>();
  const unique: Content[] = [];
  for (const part of content) {
    if (part.type !== 'tool-call') {
      unique.push(part);
      continue;
    }
    const identity = JSON.stringify([part.toolCallId, part.toolName, part.input]);
    if (seen.has(identity)) continue;
    seen.add(identity);
    const own = String(part.toolCallId);
    let id = own;
    for (let number = 2; taken.has(id); number++) id = `${own}_${number}`;
    taken.add(id);
    unique.push({ ...part, toolCallId: id });
  }
  return unique;
}

/** JSON without the fence of Markdown that some models put around it. */
export function withoutFence(text: string): string {
  return /^\s*```(?:json)?\s*\n([\s\S]*?)\n?\s*```\s*$/.exec(text)?.[1] ?? text;
}
