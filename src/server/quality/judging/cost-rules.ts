import type { ChecklistItem } from '#contract/quality/checklists.ts';

/** Characters of a token, rather few: about four in Latin script, about two and a half in Cyrillic. */
const CHARACTERS_PER_TOKEN = 2.5;
/** Length of the rules. */
const INSTRUCTION_TOKENS = 400;
const TOKENS_PER_VERDICT = 90;
/** Items that are asked once more. */
const REPEATED = 1.1;
const ITEMS_PER_CALL = 5;
/** Tokens of the lines of one case; more are not sent. */
const MOST_TOKENS = 30_000;

/** Tokens that judging some cases is expected to take. */
export function expectedTokens(
  items: readonly Pick<ChecklistItem, 'words' | 'rootCauses'>[],
  { cases, characters }: { cases: number; characters: number },
): { inputTokens: number; outputTokens: number } {
  const calls = Math.ceil(items.length / ITEMS_PER_CALL);
  const words = items.reduce((sum, { words: own, rootCauses }) => sum + own.length + rootCauses.join('; ').length, 0);
  const perCase = calls * INSTRUCTION_TOKENS + words / CHARACTERS_PER_TOKEN;
  return {
    inputTokens: Math.ceil(REPEATED * (cases * perCase + (calls * characters) / CHARACTERS_PER_TOKEN)),
    outputTokens: Math.ceil(REPEATED * cases * items.length * TOKENS_PER_VERDICT),
  };
}

export const isTooLong = (characters: number): boolean => characters / CHARACTERS_PER_TOKEN > MOST_TOKENS;
