import { TextVariable, type TextContent } from '#contract/texts/calls.ts';
import { Language } from '#contract/primitives.ts';
import type { VariableValues } from './variable-rules.ts';

export type ChosenText = { text: string; language: Language };

/**
 * Chooses the text for a contact and the language of its variables: the contact's, else the tenant's, else the
 * default text, which is written in the tenant's language.
 */
export function chooseText(
  texts: TextContent['texts'],
  customerLanguage: string | null,
  cabinetLanguage: string,
): ChosenText {
  for (const language of [customerLanguage, cabinetLanguage]) {
    const known = Language.safeParse(language);
    const own = known.success ? texts[known.data]?.trim() : '';
    if (known.success && own) return { text: own, language: known.data };
  }
  return { text: texts.default, language: Language.safeParse(cabinetLanguage).data ?? 'ru' };
}

/** A rendered text, and the problems found with its variables. */
export type RenderedText = { text: string; emptyVariables: TextVariable[]; unknownVariables: string[] };

/**
 * Fills the variables of a text, once: braces in a value stay as they are.
 *
 * An empty or unknown variable is removed with the label, comma, preposition or line that belongs to it alone.
 */
export function renderText(template: string, values: VariableValues): RenderedText {
  const { filled, gaps } = fill(template, values);
  const text = (gaps.length > 0 ? closeGaps(filled) : filled).replaceAll(FILLED, '');
  const names = [...new Set(gaps)];
  return {
    text: text.trim(),
    emptyVariables: names.flatMap((name) => variableNamed(name) ?? []),
    unknownVariables: names.filter((name) => !variableNamed(name)),
  };
}

/** A run of rendered text, or the names of variables that were empty at that place. */
export type TextRun = { text: string; empty: string[] };

/**
 * The text as `renderText` renders it, with the places of empty variables, including those that removed a whole
 * line.
 */
export function renderRuns(template: string, values: VariableValues): TextRun[] {
  const { filled, gaps } = fill(template, values);
  const lines = filled.split('\n');
  const closed = lines.map((line) => (line.includes(GAP) ? gapsAlone(closeGapsIn(line)) : line));
  const together = lines.flatMap((line) => unmarkGaps(line).match(GAPS_TOGETHER) ?? []);
  const names = together.map((some) => gaps.splice(0, some.replaceAll(NO_GAP, '').length));
  const words = closed.join('\n').replaceAll(FILLED, '').trim().split(GAP);
  return words
    .flatMap((text, index): TextRun[] => [
      { text, empty: [] },
      { text: '', empty: names[index] ?? [] },
    ])
    .filter(({ text, empty }) => text !== '' || empty.length > 0);
}

/** A line without words is removed; only its gaps stay. */
const gapsAlone = (line: string) => (hasWords(line) ? line : line.replaceAll(NO_GAP, ''));

/** The text with its values and gaps, and the variables of the gaps, in order. */
function fill(template: string, values: VariableValues): { filled: string; gaps: string[] } {
  const gaps: string[] = [];
  const filled = template.replaceAll(PLACEHOLDER, (_whole, name: string) => {
    const variable = variableNamed(name);
    const value = variable ? values.of(variable) : values.property(name.trim());
    if (value) return value + FILLED;
    gaps.push(variable ?? name.trim());
    return GAP;
  });
  return { filled, gaps };
}

/** Lists all texts of a content that may hold variables. */
export function textsIn({ texts, templates }: Pick<TextContent, 'texts' | 'templates'>): string[] {
  return [...Object.values(texts), ...templates.flatMap(({ parameters }) => parameters)];
}

/** Lists variables of texts that do not exist, e.g. misspelt ones; each once. */
export function unknownVariablesIn(templates: readonly string[]): string[] {
  return [...new Set(namesIn(templates).filter((name) => !variableNamed(name)))];
}

/** Counts braces of a text that belong to no variable, e.g. because a variable was cut in half. */
export function looseBracesIn(text: string): number {
  return text.replaceAll(PLACEHOLDER, '').match(/[{}]/g)?.length ?? 0;
}

/** Lists variables of texts; each once. */
export function variablesIn(templates: readonly string[]): TextVariable[] {
  return [...new Set(namesIn(templates).flatMap((name) => variableNamed(name) ?? []))];
}

function namesIn(templates: readonly string[]): string[] {
  return templates.flatMap((template) => [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim()));
}

/**
 * Renders a parameter of a provider's template. WhatsApp refuses newlines, tabs, more than four consecutive spaces
 * and empty parameters (errors 132018, 131008), so an empty one becomes a dash.
 *
 * @param instead of nothing; null: a dash
 */
export function renderParameter(template: string, values: VariableValues, instead: string | null = null): string {
  const line = renderText(template, values).text.replaceAll(/\s+/g, ' ').trim();
  return line || (instead ?? EMPTY_PARAMETER);
}

/** Fills a provider's template with its parameters: `{{1}}` is the first. */
export function fillTemplate(body: string, parameters: readonly string[]): string {
  return body.replaceAll(/\{\{\s*(\d+)\s*\}\}/g, (whole, number: string) => parameters[Number(number) - 1] ?? whole);
}

const EMPTY_PARAMETER = '—';

/** Text in braces on one line; spaces around the name and its case do not matter. */
const PLACEHOLDER = /\{([^{}\n]{1,60})\}/g;

const VARIABLE_BY_NAME = new Map(
  TextVariable.options.flatMap((name) => [[name, name] as const, [name.toLowerCase(), name] as const]),
);

/** Finds the variable by its name, else without regard to case and spaces. */
function variableNamed(name: string): TextVariable | undefined {
  return VARIABLE_BY_NAME.get(name) ?? VARIABLE_BY_NAME.get(name.trim().toLowerCase());
}

/** Marks the place of an empty variable. Of the private use area: values never contain it. */
const GAP = '\uE000';
/** Marks the end of a value, so that the value is not taken for the label of a gap after it. */
const FILLED = '\uE001';

/** Removes the text that belongs to empty variables only, line by line. Lines without a gap stay unchanged. */
function closeGaps(text: string): string {
  const lines = text.split('\n').flatMap((line) => {
    if (!line.includes(GAP)) return [line];
    const closed = closeGapsIn(line);
    return hasWords(closed) ? [closed.replaceAll(GAP, '')] : [];
  });
  return lines.join('\n').replaceAll(/\n{3,}/g, '\n\n');
}

/** Words with formatting marks, as messengers parse them. */
const MARKED = /(?<![\p{L}\p{N}])([*_~])(?=\S)([^\n]+?)(?<=\S)\1(?![\p{L}\p{N}])/gu;

/** Removes formatting marks around a gap, because they would enclose nothing; the words stay. */
function unmarkGaps(line: string): string {
  return line.replaceAll(MARKED, (_whole, mark: string, words: string) => {
    const inner = unmarkGaps(words);
    return words.includes(GAP) ? inner : `${mark}${inner}${mark}`;
  });
}

/** Gaps with only punctuation between them. */
const GAPS_TOGETHER = pattern(`GAP(?:[\\s,;/]*GAP)*`);
const NO_GAP = pattern('[^GAP]');

const DASH = '[—–-]';
const PREPOSITIONS =
  'в|во|на|к|ко|у|с|со|о|об|по|до|от|за|из|для|і|з|зі|від|біля|at|in|on|with|to|by|for|from|em|no|na|com|às|a|de|para|até';

/** Replacements around a gap, from text that surely belongs to it to text that is merely beside it. */
const CLOSINGS: readonly [RegExp, string][] = [
  // several gaps together become one
  [GAPS_TOGETHER, GAP],
  // «Мастер: », “Master — ” and the comma before it
  [pattern(`(^|[,;.!?(]\\s*|FILLED\\s*)[^,;.!?:()GAPFILLED]*(?::|\\s${DASH})\\s*GAP`), `$1${GAP}`],
  [pattern(`[(«"“]\\s*GAP\\s*[)»"”]`), GAP],
  [pattern(`(?<=^|\\s)(?:${PREPOSITIONS})\\s+GAP`), GAP],
  // the comma before it, or after it at the start of a sentence
  [pattern(`\\s*[,;]\\s*GAP`), GAP],
  [pattern(`(^[^\\p{L}\\p{N}GAP]*|[.!?]\\s+)GAP\\s*(?:[,;:.!?]+|${DASH}\\s)\\s*`), `$1${GAP}`],
  [pattern(`(?<=[.!?])\\s*GAP\\s*[.!?]+`), GAP],
  [pattern(`\\s+GAP(?=[\\s.,;:!?)]|$)`), GAP],
  [pattern(`(^|[(«])GAP\\s+`), `$1${GAP}`],
];

function pattern(source: string): RegExp {
  return new RegExp(source.replaceAll('GAP', GAP).replaceAll('FILLED', FILLED), 'giu');
}

/** Closes the gaps of a line; a GAP stays in the place of each. */
function closeGapsIn(line: string): string {
  const open = unmarkGaps(line);
  const closed = CLOSINGS.reduce((text, [found, replacement]) => text.replace(found, replacement), open).replace(
    GAPS_AT_END,
    withoutSpace,
  );
  return open.trimStart().startsWith(GAP) ? capitalise(closed.replace(GAPS_AT_START, withoutSpace)) : closed;
}

const hasWords = (line: string) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(line);

const GAPS_AT_START = pattern('^[\\sGAP]+');
const GAPS_AT_END = pattern('[\\sGAP]+$');
const withoutSpace = (ends: string) => ends.replaceAll(/\s/g, '');

function capitalise(text: string): string {
  return text.replace(FIRST_LETTER, (start) => start.toUpperCase());
}

const FIRST_LETTER = pattern('^GAP*\\p{Ll}');
