import { labelOf, type VariableNames } from './variable-names.ts';

/** Matches input that opens the variable menu: `{им`, or `@им` at the start of a word. */
const TYPED = /(?:\{([^{}\n]{0,40})|(?<=^|[\s(«"])@([\p{L}\p{N}]{0,30}(?: [\p{L}\p{N}]{0,30}){0,2}))$/u;

/** Returns the length and query of the completion before the cursor; null when there is none. */
export function typedQuery(before: string): { length: number; query: string } | null {
  const match = TYPED.exec(before);
  return match && { length: match[0].length, query: match[1] ?? match[2] ?? '' };
}

/** The variables a person may mean, those that begin so first. A name in the texts of programs will do too. */
export function matchVariables(query: string, offered: readonly string[], names: VariableNames): readonly string[] {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return offered;
  const rank = (one: string): number => {
    const [name, code] = [labelOf(one, names).toLowerCase(), one.toLowerCase()];
    if (name.startsWith(wanted)) return 0;
    if (name.split(/[\s«(]+/).some((word) => word.startsWith(wanted))) return 1;
    if (code.startsWith(wanted)) return 2;
    return name.includes(wanted) ? 3 : 4;
  };
  const ranked = offered.map((one) => ({ one, at: rank(one) })).filter(({ at }) => at < 4);
  return ranked.toSorted((a, b) => a.at - b.at).map(({ one }) => one);
}
