import type { ReplaceTrouble, TextChange, TextReplacement } from '#contract/texts/replacements.ts';
import { messageFromTaggedText } from '#contract/texts/html.ts';
import { withoutMarks } from '#contract/texts/marks.ts';
import { Phone, WebAddress } from '#contract/primitives.ts';
import { LONGEST_TEXT } from '#contract/texts/values.ts';
import type { PlaceKind, TextPlace } from './place-rules.ts';
import { looseBracesIn, unknownVariablesIn, variablesIn } from '#server/texts/content/text-rules.ts';

type Span = [start: number, length: number];

/** Exceptions of the sender of the texts from the limits of the contract. */
export type Allowed = {
  /** Whether a name that is not one of our variables has a value all the same, e.g. a property of an API event. */
  isOwn?: (name: string) => boolean;
  /** Whether one of our variables has no value there, e.g. those of a visit in a mailing. */
  isForeign?: (name: string) => boolean;
  /** Whether the text at a path cannot be changed any more. */
  isFixed?: (path: string) => boolean;
};

/** The changes that a replacement makes: one for each text that contains the searched text. */
export function changesIn(
  places: readonly TextPlace[],
  replacement: TextReplacement,
  allowed: Allowed = {},
): TextChange[] {
  const pattern = patternOf(replacement);
  return places.flatMap((place) => {
    const replaceWith = asWritten(place.kind, replacement.replaceWith);
    return changeAt(place, pattern, { replaceWith, allowed }) ?? [];
  });
}

/**
 * Why the changes at the chosen places cannot be saved; null when they can.
 *
 * @param changes those of the chosen places
 */
export function refusalOfChanges(changes: readonly TextChange[]): 'text_not_found' | 'text_refused' | null {
  if (changes.length === 0) return 'text_not_found';
  return brokenIn(changes).length > 0 ? 'text_refused' : null;
}

/** The paths whose new text cannot be saved. */
export const brokenIn = (changes: readonly TextChange[]): string[] =>
  changes.filter(({ trouble }) => trouble !== null).map(({ path }) => path);

/** A message text pasted with tags is stored as the editor would store it. */
function asWritten(kind: PlaceKind, text: string): string {
  if (kind === 'message') return messageFromTaggedText(text);
  return kind === 'parameter' ? withoutMarks(messageFromTaggedText(text)) : text;
}

type Change = Pick<TextReplacement, 'replaceWith'> & { allowed: Allowed };

function changeAt(place: TextPlace, pattern: RegExp, { replaceWith, allowed }: Change): TextChange | undefined {
  const { path, text } = place;
  const found: Span[] = [];
  const put: Span[] = [];
  let grown = 0;
  const after = text.replaceAll(pattern, (hit: string, ...rest: unknown[]) => {
    const start = rest.find((one) => typeof one === 'number') ?? 0;
    found.push([start, hit.length]);
    put.push([start + grown, replaceWith.length]);
    grown += replaceWith.length - hit.length;
    return replaceWith;
  });
  if (found.length === 0 || after === text) return undefined;
  return { path, before: text, after, found, put, ...troubleOf(place, after, allowed) };
}

/** Matches the literal text, not a pattern. A whole word has no letter, digit or underscore beside it, in any alphabet. */
function patternOf({ find, isWholeWord, isCaseSensitive }: TextReplacement): RegExp {
  const literal = find.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
  const bounded = isWholeWord ? String.raw`(?<![\p{L}\p{N}_])${literal}(?![\p{L}\p{N}_])` : literal;
  return new RegExp(bounded, isCaseSensitive ? 'gu' : 'giu');
}

type Trouble = Pick<TextChange, 'trouble' | 'limit' | 'names'>;

/** The reason why a changed text cannot be saved; null when it can. */
function troubleOf(place: TextPlace, after: string, { isOwn, isForeign, isFixed }: Allowed): Trouble {
  const { path, kind, text: before, mayBeEmpty } = place;
  const refuse = (trouble: ReplaceTrouble, more: Partial<Trouble> = {}): Trouble => ({
    trouble,
    limit: null,
    names: [],
    ...more,
  });
  if (isFixed?.(path)) return refuse('fixed');
  if (!after.trim() && !mayBeEmpty) return refuse('required');
  if (after.trim().length > LONGEST[kind]) return refuse('too_long', { limit: LONGEST[kind] });
  if (kind === 'address' && after !== '' && !isAddress(after)) return refuse('url');
  if (kind === 'phone' && !Phone.safeParse(after).success) return refuse('invalid');
  if (kind !== 'message' && kind !== 'parameter') return NO_TROUBLE;
  const unknown = addedNames(unknownVariablesIn, before, after).filter((name) => !isOwn?.(name));
  if (unknown.length > 0) return refuse('unknown_variable', { names: unknown });
  const foreign = addedNames(variablesIn, before, after).filter((name) => isForeign?.(name));
  if (foreign.length > 0) return refuse('foreign_variable', { names: foreign });
  return looseBracesIn(after) > looseBracesIn(before) ? refuse('torn_variable') : NO_TROUBLE;
}

const NO_TROUBLE: Trouble = { trouble: null, limit: null, names: [] };

/** The most characters of each kind of text. */
const LONGEST: Readonly<Record<PlaceKind, number>> = {
  title: 120,
  message: LONGEST_TEXT,
  parameter: 300,
  label: 20,
  address: 2000,
  phone: 20,
};

function addedNames(namesIn: (texts: string[]) => string[], before: string, after: string): string[] {
  const stood = namesIn([before]);
  return namesIn([after]).filter((name) => !stood.includes(name));
}

function isAddress(text: string): boolean {
  return WebAddress.safeParse(text.trim()).success;
}
