import type { TextTemplate } from '#contract/texts/calls.ts';

/** Puts a template in the place of those of its channel. */
export function withTemplate(templates: readonly TextTemplate[], made: TextTemplate): TextTemplate[] {
  return [...templates.filter(({ channelId }) => channelId !== made.channelId), made];
}

const MAX_WORDS = 4;

/** The first words of a text, for the name of its template. */
export function titleOfText(text: string): string {
  const words = text.replaceAll(/\{[^{}\n]*\}/g, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, MAX_WORDS).join(' ');
}
