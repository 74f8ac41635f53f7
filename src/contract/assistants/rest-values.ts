export const REST_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export const REST_PARAMETER_TYPES = ['text', 'number', 'yes_no'] as const;

export const MAX_REST_CALLS = 5;
export const MAX_REST_PARAMETERS = 10;
export const MAX_REST_HEADERS = 5;
export const LONGEST_REST_URL = 2_000;
export const LONGEST_REST_SECRET = 2_000;
/** Characters of an answer that the model gets. */
export const LONGEST_REST_ANSWER = 4_000;

/**
 * Why a call gave nothing.
 *
 * `missing`, `bad_value`: of a parameter · `no_secret`: a secret header is not set for the host of the address ·
 * `address`: it leads into a private network, or is not encrypted · `redirect`: it leads elsewhere, or too often ·
 * `unreachable`, `slow`, `too_big`, `not_json`: of the answer · `not_allowed` (401, 403), `not_found` (404, 410),
 * `refused` (other 4xx), `busy` (429), `server_error` (5xx): of its status · `no_such_part`: the answer does not have the
 * part to keep · `uncertain`: sent before, without an answer.
 */
export const REST_TROUBLES = [
  'missing',
  'bad_value',
  'no_secret',
  'address',
  'redirect',
  'unreachable',
  'slow',
  'too_big',
  'not_json',
  'not_allowed',
  'not_found',
  'refused',
  'busy',
  'server_error',
  'no_such_part',
  'uncertain',
] as const;
export type RestTrouble = (typeof REST_TROUBLES)[number];

/** Begins the name of the function of each call, so that it is none of the product's own. */
export const REST_TOOL = 'call_';

/** Names in an address that a parameter's value replaces: `{number}`. */
export const placeholdersIn = (url: string): string[] =>
  [...url.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);

const LATIN: Readonly<Record<string, string>> = {
  ...lettersOf('абвгдезийклмнопрстуфхыэіґ', 'abvgdeziyklmnoprstufhyeig'),
  ё: 'e',
  є: 'ye',
  ж: 'zh',
  ї: 'yi',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sch',
  ю: 'yu',
  я: 'ya',
};

function lettersOf(from: string, to: string): Record<string, string> {
  return Object.fromEntries([...from].map((letter, at) => [letter, to[at] ?? '']));
}

const LONGEST_NAME = 40;

/**
 * Names of the functions of calls, by their place: Latin letters, digits and `_`, made of the titles; equal ones are
 * numbered.
 */
export function restToolNames(calls: readonly { title: string }[]): string[] {
  const names: string[] = [];
  for (const { title } of calls) {
    const name = `${REST_TOOL}${latinOf(title) || 'service'}`;
    const same = names.filter((one) => one === name || one.startsWith(`${name}_no`)).length;
    names.push(same === 0 ? name : `${name}_no${same + 1}`);
  }
  return names;
}

const latinOf = (title: string): string =>
  [...title.toLowerCase().normalize('NFC')]
    .map((letter) => LATIN[letter] ?? letter)
    .join('')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, LONGEST_NAME)
    .replaceAll(/^_+|_+$/g, '');
