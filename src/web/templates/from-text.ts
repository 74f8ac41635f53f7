import type { TextButton } from '#contract/texts/calls.ts';
import type { TemplateParts } from '#contract/templates/calls.ts';
import { placeCount } from '#contract/templates/rules.ts';

/** A template made of a text, and the values that the text gives its placeholders. */
export type MadeTemplate = { parts: TemplateParts; parameters: string[] };

type Words = {
  /** Stands before a variable that begins the text, e.g. `Hello, `. */
  greeting: string;
  /** An example of a variable's value. */
  exampleOf: (name: string) => string;
};

type Message = { text: string; buttons: readonly TextButton[]; imageId: string | null; fileMime: string | null };

/**
 * Makes a template of a message's own text. WhatsApp allows no variable at the beginning or end, and none beside
 * another: variables that only a space or comma separates become one placeholder.
 */
export function templateOfText(message: Message, { greeting, exampleOf }: Words): MadeTemplate {
  const { body, parameters } = withPlaces(message.text.trim(), greeting);
  const fileId = message.imageId as NonNullable<Extract<TemplateParts['header'], { type: 'image' }>['fileId']> | null; // NOTE: the file of a message is a file
  return {
    parameters,
    parts: {
      header: fileId ? { type: headingOf(message.fileMime), fileId } : null,
      body,
      variables: parameters,
      examples: parameters.map((parameter) =>
        parameter.replaceAll(VARIABLE, (_whole, name: string) => exampleOf(name)),
      ),
      footer: '',
      buttons: message.buttons.flatMap(buttonsOf),
    },
  };
}

function headingOf(mime: string | null): 'image' | 'document' | 'video' {
  if (mime === 'application/pdf') return 'document';
  return mime?.startsWith('video/') ? 'video' : 'image';
}

const VARIABLE = /\{([^{}\n]{1,60})\}/g;
/** Variables with nothing but space and commas between them. */
const VARIABLES = /\{[^{}\n]{1,60}\}(?:[\s,;]*\{[^{}\n]{1,60}\})*/g;

function withPlaces(text: string, greeting: string): { body: string; parameters: string[] } {
  const parameters: string[] = [];
  const placed = text.replaceAll(VARIABLES, (variables) => {
    parameters.push(variables.replaceAll(/\s*\n\s*/g, ', '));
    return `${OPEN}${parameters.length}${CLOSE}`;
  });
  const plain = placed.replaceAll(/[{}]/g, '').replaceAll(/\n{3,}/g, '\n\n');
  const greeted = plain.startsWith(OPEN) ? greeting + plain : plain;
  const ended = greeted.endsWith(CLOSE) ? `${greeted}.` : greeted;
  return { body: ended.replaceAll(OPEN, '{{').replaceAll(CLOSE, '}}'), parameters };
}

/** Characters of the private use area: texts never contain them. */
const OPEN = '\uE010';
const CLOSE = '\uE011';

function buttonsOf(button: TextButton): TemplateParts['buttons'] {
  if (button.type === 'url') return [{ type: 'url', title: button.title, url: button.url }];
  if (button.type === 'call') return [{ type: 'call', title: button.title, phone: button.phone }];
  const titles = [button.title, ...(button.declineTitle ? [button.declineTitle] : [])];
  return titles.map((title) => ({ type: 'answer', title }));
}

/** A variable of ours; one that is only a number is a placeholder whose variable is not known. */
const NAMED = String.raw`\{(?!\d+\})[^{}\n]{1,60}\}`;
const PLACES = new RegExp(String.raw`${NAMED}(?:[\s,;]*${NAMED})*|\{\d+\}`, 'g');
const DOUBLE = /\{\{\s*(\w+)\s*\}\}/g;

/** The text of a template as it is written: variables instead of placeholders, `{2}` where the variable is not known. */
export function textOfTemplate({ body, variables = [] }: Pick<TemplateParts, 'body' | 'variables'>): string {
  return body.replaceAll(
    /\{\{\s*(\d+)\s*\}\}/g,
    (_whole, place: string) => variables[Number(place) - 1] || `{${place}}`,
  );
}

/**
 * Parts of a template made of the text as it is written. The same variable is the same placeholder; an example that was
 * given stays with its variable.
 *
 * @param isKnown whether a name is a variable: others stay in the text, where they are faults
 */
export function partsOfText(
  text: string,
  before: Pick<TemplateParts, 'body' | 'variables' | 'examples'>,
  { isKnown, exampleOf }: { isKnown: (name: string) => boolean; exampleOf: (name: string) => string },
): Pick<TemplateParts, 'body' | 'variables' | 'examples'> {
  const single = text.replaceAll(DOUBLE, (whole, name: string) =>
    isKnown(name) || /^\d+$/.test(name) ? `{${name}}` : whole,
  );
  const keys: string[] = [];
  const body = single.replaceAll(PLACES, (found) => {
    const names = [...found.matchAll(VARIABLE)].map(([, name = '']) => name);
    if (!names.every((name) => isKnown(name) || /^\d+$/.test(name))) return found;
    const key = found.replaceAll(/\s*\n\s*/g, ', ');
    if (!keys.includes(key)) keys.push(key);
    return `{{${keys.indexOf(key) + 1}}}`;
  });
  const given = examplesByKey(before);
  const isNumber = (key: string) => /^\{\d+\}$/.test(key);
  return {
    body,
    variables: keys.map((key) => (isNumber(key) ? '' : key)),
    examples: keys.map(
      (key) =>
        given.get(key) ?? (isNumber(key) ? '' : key.replaceAll(VARIABLE, (_whole, name: string) => exampleOf(name))),
    ),
  };
}

function examplesByKey({ body, variables = [], examples }: Pick<TemplateParts, 'body' | 'variables' | 'examples'>) {
  const places = Array.from({ length: placeCount(body) }, (_, index) => index);
  return new Map(
    places.flatMap((index) => {
      const example = examples[index];
      return example?.trim() ? [[variables[index] || `{${index + 1}}`, example] as const] : [];
    }),
  );
}

const LETTERS: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ґ: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  є: 'ie',
  ж: 'zh',
  з: 'z',
  и: 'i',
  і: 'i',
  ї: 'i',
  й: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'iu',
  я: 'ia',
};

const LONGEST_NAME = 60;

/** A free name made of a title: lower-case English letters, digits and underscores; empty for an empty title. */
export function nameOfTitle(title: string, taken: ReadonlySet<string>, hasDigits = true): string {
  if (title.trim() === '') return '';
  const latin = [...title.toLowerCase()].map((letter) => LETTERS[letter] ?? letter).join('');
  const letters = latin.normalize('NFD').replaceAll(/\p{M}/gu, '');
  const plain = hasDigits ? letters : letters.replaceAll(/\d+/g, ' ');
  const name =
    plain
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^_+|_+$/g, '')
      .slice(0, LONGEST_NAME) || 'message';
  const ends = hasDigits
    ? Array.from({ length: 99 }, (_, index) => String(index + 2))
    : [...'bcdefghijklmnopqrstuvwxyz'];
  const names = [name, ...ends.map((end) => `${name}_${end}`)];
  return names.find((one) => !taken.has(one)) ?? name;
}
