import type { ReplaceTrouble, TextChange, TextReplacement } from '#contract/flow-texts.ts';
import { messageFromTaggedText } from '#contract/text-html.ts';
import { withoutMarks } from '#contract/text-marks.ts';
import { Phone, WebAddress } from '#contract/primitives.ts';
import { LONGEST_TEXT } from '#contract/texts-values.ts';
import { REVIEW_ADDRESS, type TextPlace, textsOf, type Writing } from './place-rules.ts';
import { looseBracesIn, unknownVariablesIn } from '#server/texts/text-rules.ts';

type Span = [start: number, length: number];

/**
 * The changes that a replacement makes in a flow: one for each text that contains the searched text.
 * @param isOwn whether a name that is not one of our variables is a property of the flow's API event
 */
export function changesIn(
  writing: Writing,
  replacement: TextReplacement,
  isOwn: (name: string) => boolean = () => false,
): TextChange[] {
  const pattern = patternOf(replacement);
  return textsOf(writing).flatMap((place) => {
    const replaceWith = asWritten(place.path, replacement.replaceWith);
    return changeAt(place, pattern, { replaceWith, isOwn }) ?? [];
  });
}

/** A message text pasted with tags is stored as the editor would store it. */
function asWritten(path: string, text: string): string {
  if (path.startsWith('content.texts.')) return messageFromTaggedText(text);
  return path.startsWith('content.templates.') ? withoutMarks(messageFromTaggedText(text)) : text;
}

type Change = Pick<TextReplacement, 'replaceWith'> & { isOwn: (name: string) => boolean };

function changeAt({ path, text }: TextPlace, pattern: RegExp, { replaceWith, isOwn }: Change): TextChange | undefined {
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
  return { path, before: text, after, found, put, ...troubleOf(path, { before: text, after, isOwn }) };
}

/** Matches the literal text, not a pattern. A whole word has no letter, digit or underscore beside it, in any alphabet. */
function patternOf({ find, isWholeWord, isCaseSensitive }: TextReplacement): RegExp {
  const literal = find.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
  const bounded = isWholeWord ? String.raw`(?<![\p{L}\p{N}_])${literal}(?![\p{L}\p{N}_])` : literal;
  return new RegExp(bounded, isCaseSensitive ? 'gu' : 'giu');
}

type Trouble = Pick<TextChange, 'trouble' | 'limit' | 'names'>;

/** The reason why a changed text cannot be saved, by the limits of the contract; null when it can. */
function troubleOf(
  path: string,
  { before, after, isOwn }: { before: string; after: string; isOwn: (name: string) => boolean },
): Trouble {
  const { limit, mayBeEmpty } = boundsOf(path);
  const refuse = (trouble: ReplaceTrouble, more: Partial<Trouble> = {}): Trouble => ({
    trouble,
    limit: null,
    names: [],
    ...more,
  });
  if (!after.trim() && !mayBeEmpty) return refuse('required');
  if (after.trim().length > limit) return refuse('too_long', { limit });
  if (isOfAddress(path) && after !== '' && !isAddress(after)) return refuse('url');
  if (isOfPhone(path) && !Phone.safeParse(after).success) return refuse('invalid');
  const known = unknownVariablesIn([before]);
  const names = unknownVariablesIn([after]).filter((name) => !known.includes(name) && !isOwn(name));
  if (hasVariables(path) && names.length > 0) return refuse('unknown_variable', { names });
  if (hasVariables(path) && looseBracesIn(after) > looseBracesIn(before)) return refuse('torn_variable');
  return { trouble: null, limit: null, names: [] };
}

const LONGEST_ADDRESS = 2000;

function boundsOf(path: string): { limit: number; mayBeEmpty?: boolean } {
  if (path === 'title') return { limit: 120 };
  if (path === 'content.texts.default') return { limit: LONGEST_TEXT };
  if (path.startsWith('content.texts.')) return { limit: LONGEST_TEXT, mayBeEmpty: true };
  if (path.startsWith('content.templates.')) return { limit: 300 };
  if (path === REVIEW_ADDRESS) return { limit: LONGEST_ADDRESS, mayBeEmpty: true };
  return isOfAddress(path) ? { limit: LONGEST_ADDRESS } : { limit: 20 };
}

const hasVariables = (path: string) => path.startsWith('content.texts.') || path.startsWith('content.templates.');

const isOfAddress = (path: string) => path === REVIEW_ADDRESS || path.endsWith('.url');

const isOfPhone = (path: string) => path.endsWith('.phone');

function isAddress(text: string): boolean {
  return WebAddress.safeParse(text.trim()).success;
}
