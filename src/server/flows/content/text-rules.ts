import { FlowVariable, type FlowContent } from '#contract/flows.ts';
import { Language } from '#contract/primitives.ts';
import type { VariableValues } from '#server/flows/subjects/variable-rules.ts';

export type ChosenText = { text: string; language: Language };

/**
 * The text a customer gets and the language its variables are written in: hers, else the cabinet's, else the
 * text that serves the rest, which is written in the cabinet's language.
 */
export function chooseText(
  texts: FlowContent['texts'],
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

/** A text with its variables filled, and what was found wrong with them on the way. */
export type RenderedText = { text: string; emptyVariables: FlowVariable[]; unknownVariables: string[] };

/**
 * Fills the variables of a text, once: braces in a value stay as they are.
 *
 * What is empty or unknown leaves nothing behind: neither its braces nor the label, comma, preposition or line
 * that were there for it alone.
 */
export function renderText(template: string, values: VariableValues): RenderedText {
  const emptyVariables = new Set<FlowVariable>();
  const unknownVariables = new Set<string>();
  const filled = template.replaceAll(PLACEHOLDER, (_whole, name: string) => {
    const variable = variableNamed(name);
    if (!variable) unknownVariables.add(name.trim());
    const value = variable ? values(variable) : '';
    if (variable && !value) emptyVariables.add(variable);
    return value ? value + FILLED : GAP;
  });
  const text = (filled.includes(GAP) ? closeGaps(filled) : filled).replaceAll(FILLED, '');
  return { text: text.trim(), emptyVariables: [...emptyVariables], unknownVariables: [...unknownVariables] };
}

/** Variables of texts that nobody knows, e.g. misspelt ones; each once. */
export function unknownVariablesIn(templates: readonly string[]): string[] {
  return [...new Set(namesIn(templates).filter((name) => !variableNamed(name)))];
}

/** Variables of texts; each once. */
export function variablesIn(templates: readonly string[]): FlowVariable[] {
  return [...new Set(namesIn(templates).flatMap((name) => variableNamed(name) ?? []))];
}

function namesIn(templates: readonly string[]): string[] {
  return templates.flatMap((template) => [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim()));
}

/**
 * A parameter of a provider's template. WhatsApp refuses newlines, tabs, more than four spaces together and empty
 * parameters (error 132018, 131008), so what is empty becomes a dash.
 */
export function renderParameter(template: string, values: VariableValues): string {
  const line = renderText(template, values).text.replaceAll(/\s+/g, ' ').trim();
  return line || EMPTY_PARAMETER;
}

/** What a provider's template says with its parameters: `{{1}}` is the first. */
export function fillTemplate(body: string, parameters: readonly string[]): string {
  return body.replaceAll(/\{\{\s*(\d+)\s*\}\}/g, (whole, number: string) => parameters[Number(number) - 1] ?? whole);
}

const EMPTY_PARAMETER = '—';

/** Whatever stands in braces on one line; spaces around the name and its case do not matter. */
const PLACEHOLDER = /\{([^{}\n]{1,60})\}/g;

const VARIABLE_BY_NAME = new Map(FlowVariable.options.map((name) => [name.toLowerCase(), name]));

function variableNamed(name: string): FlowVariable | undefined {
  return VARIABLE_BY_NAME.get(name.trim().toLowerCase());
}

/** Stands where a variable left nothing. Of the private use area: values never contain it. */
const GAP = '\uE000';
/** Stands behind a value, so that it is not taken for the label of a gap after it. */
const FILLED = '\uE001';

/** Takes out what stood around a variable only for its sake, line by line. Lines without a gap stay as they were typed. */
function closeGaps(text: string): string {
  const lines = text.split('\n').flatMap((line) => (line.includes(GAP) ? closeGapsIn(line) : [line]));
  return lines.join('\n').replaceAll(/\n{3,}/g, '\n\n');
}

/** Marked words, as messengers read them. */
const MARKED = /(?<![\p{L}\p{N}])([*_~])(?=\S)([^\n]+?)(?<=\S)\1(?![\p{L}\p{N}])/gu;

/** Where a gap is closed, the marks around it would lose their words: they go, the words stay. */
function unmarkGaps(line: string): string {
  return line.replaceAll(MARKED, (_whole, mark: string, words: string) => {
    const inner = unmarkGaps(words);
    return words.includes(GAP) ? inner : `${mark}${inner}${mark}`;
  });
}

const DASH = '[—–-]';
const PREPOSITIONS =
  'в|во|на|к|ко|у|с|со|о|об|по|до|от|за|из|для|і|з|зі|від|біля|at|in|on|with|to|by|for|from|em|no|na|com|às|a|de|para|até';

/** From what surely belonged to the gap to what merely stands beside it. */
const CLOSINGS: readonly [RegExp, string][] = [
  // several gaps with nothing but signs between them are one
  [pattern(`GAP(?:[\\s,;/]*GAP)+`), GAP],
  // «Мастер: », “Master — ” and the comma before it
  [pattern(`(^|[,;.!?(]\\s*|FILLED\\s*)[^,;.!?:()GAPFILLED]*(?::|\\s${DASH})\\s*GAP`), `$1${GAP}`],
  [pattern(`[(«"“]\\s*GAP\\s*[)»"”]`), GAP],
  [pattern(`(?<=^|\\s)(?:${PREPOSITIONS})\\s+GAP`), GAP],
  // the comma that led to it, or followed it where it began the sentence
  [pattern(`\\s*[,;]\\s*GAP`), GAP],
  [pattern(`(^[^\\p{L}\\p{N}GAP]*|[.!?]\\s+)GAP\\s*(?:[,;:]|${DASH}\\s)\\s*`), `$1${GAP}`],
  [pattern(`(?<=[.!?])\\s*GAP\\s*[.!?]+`), GAP],
  [pattern(`\\s+GAP(?=[\\s.,;:!?)]|$)`), GAP],
  [pattern(`(^|[(«])GAP\\s+`), `$1${GAP}`],
];

function pattern(source: string): RegExp {
  return new RegExp(source.replaceAll('GAP', GAP).replaceAll('FILLED', FILLED), 'giu');
}

function closeGapsIn(line: string): string[] {
  const begins = unmarkGaps(line).trimStart().startsWith(GAP);
  const closed = CLOSINGS.reduce((text, [around, instead]) => text.replace(around, instead), unmarkGaps(line))
    .replaceAll(GAP, '')
    .trimEnd();
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(closed)) return [];
  return [begins ? capitalise(closed.trimStart()) : closed];
}

function capitalise(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
