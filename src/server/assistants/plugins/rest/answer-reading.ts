import { LONGEST_REST_ANSWER, type RestTrouble } from '#contract/assistants/rest-values.ts';
import { parseOutside } from '#server/platform/values/json.ts';

/** The part of an answer that the model gets. */
export type AnswerPart = { value: unknown; isCut: boolean };

/** @returns null for a status of success */
export function troubleOfStatus(status: number): RestTrouble | null {
  if (status >= 200 && status < 300) return null;
  if (status === 401 || status === 403) return 'not_allowed';
  if (status === 404 || status === 410) return 'not_found';
  if (status === 429) return 'busy';
  return status >= 500 ? 'server_error' : 'refused';
}

/** Reads the part to keep of an answer of JSON, cut to what the model gets; an empty answer is null. */
export function readPart(text: string, keep: string): AnswerPart | { trouble: 'not_json' | 'no_such_part' } {
  if (text.trim() === '') return keep === '' ? { value: null, isCut: false } : { trouble: 'no_such_part' };
  const part = partOf(parsed(text), keep === '' ? [] : keep.split('.'));
  if (part === undefined) return { trouble: parsed(text) === undefined ? 'not_json' : 'no_such_part' };
  return fitted(part);
}

function parsed(text: string): unknown {
  try {
    return parseOutside(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/** The value at a path; a number is a place in a list, a name is that of each item. Undefined: there is none. */
function partOf(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(value)) {
    if (/^\d+$/.test(name)) return partOf(value[Number(name)], rest);
    const parts = value.map((item) => partOf(item, path)).filter((part) => part !== undefined);
    return parts.length > 0 || value.length === 0 ? parts : undefined;
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return partOf((value as Record<string, unknown>)[name], rest); // NOTE: it has the name
}

/** Items of lists and characters of texts that are left, the first that fits. */
const SIZES = [
  { items: 50, letters: 1_000 },
  { items: 20, letters: 400 },
  { items: 10, letters: 200 },
  { items: 5, letters: 100 },
  { items: 3, letters: 60 },
];

function fitted(value: unknown): AnswerPart {
  const fits = (one: unknown) => JSON.stringify(one).length <= LONGEST_REST_ANSWER;
  if (fits(value)) return { value, isCut: false };
  for (const size of SIZES) {
    const less = shortened(value, size);
    if (fits(less)) return { value: less, isCut: true };
  }
  return { value: JSON.stringify(value).slice(0, LONGEST_REST_ANSWER), isCut: true };
}

function shortened(value: unknown, size: (typeof SIZES)[number]): unknown {
  if (typeof value === 'string') return value.length > size.letters ? `${value.slice(0, size.letters)}…` : value;
  if (Array.isArray(value)) return value.slice(0, size.items).map((item) => shortened(item, size));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shortened(part, size)]));
}

const UNUSABLE = 'It does not work now: say that a person of the business will help, and hand over.';

/** The model's next step, in English. */
export const NEXT_BY_TROUBLE: Readonly<Record<RestTrouble, string>> = {
  missing: 'Ask the client for this parameter, then call again with it.',
  bad_value: 'This value cannot be used: ask the client for it, then call again.',
  no_secret: UNUSABLE,
  address: UNUSABLE,
  redirect: UNUSABLE,
  not_allowed: UNUSABLE,
  not_json: UNUSABLE,
  too_big: UNUSABLE,
  unreachable: 'The system did not answer: say that you cannot look it up now, and hand over to a person.',
  slow: 'The system did not answer in time: say that you cannot look it up now, and hand over to a person.',
  busy: 'The system is busy: say that you cannot look it up now, and hand over to a person.',
  server_error: 'The system has a fault: say that you cannot look it up now, and hand over to a person.',
  not_found: 'There is nothing by these values: tell the client, and ask whether they are right.',
  refused: 'The system refused these values: ask the client whether they are right.',
  no_such_part: 'There is nothing about it in the answer: tell the client that you do not know.',
  uncertain: 'It is not known whether it was done: do not repeat it, say that a person will check it, and hand over.',
};
