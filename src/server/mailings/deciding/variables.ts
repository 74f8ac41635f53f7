import { MAILING_VARIABLES } from '#contract/mailings/values.ts';
import type { TextContent } from '#contract/texts/calls.ts';
import { textsIn, unknownVariablesIn, variablesIn } from '#server/texts/content/text-rules.ts';

const KNOWN: ReadonlySet<string> = new Set(MAILING_VARIABLES);

/** Variables of a mailing's texts that it cannot fill: misspelt ones, and those that need a visit. */
export function foreignVariablesIn(content: Pick<TextContent, 'texts' | 'templates'>): string[] {
  const texts = textsIn(content);
  return [...unknownVariablesIn(texts), ...variablesIn(texts).filter(isForeignVariable)];
}

/** Whether a variable of ours has no value in a mailing: those of a visit, of an order, of a report. */
export function isForeignVariable(name: string): boolean {
  return !KNOWN.has(name);
}
