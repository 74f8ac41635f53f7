import type { TextButton } from '#contract/texts/calls.ts';
import type { TemplateParts } from '#contract/templates/calls.ts';

/** A template made of a text, and the values that the text gives its placeholders. */
export type MadeTemplate = { parts: TemplateParts; parameters: string[] };

type Words = {
  /** Stands before a variable that begins the text, e.g. `Hello, `. */
  greeting: string;
  /** An example of a variable's value. */
  exampleOf: (name: string) => string;
};

type Message = { text: string; buttons: readonly TextButton[]; imageId: string | null; isDocument: boolean };

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
      header: fileId ? { type: message.isDocument ? 'document' : 'image', fileId } : null,
      body,
      examples: parameters.map((parameter) =>
        parameter.replaceAll(VARIABLE, (_whole, name: string) => exampleOf(name)),
      ),
      footer: '',
      buttons: message.buttons.flatMap(buttonsOf),
    },
  };
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

/** A free name made of a title: lower-case English letters, digits and underscores. */
export function nameOfTitle(title: string, taken: ReadonlySet<string>): string {
  const latin = [...title.toLowerCase()].map((letter) => LETTERS[letter] ?? letter).join('');
  const plain = latin.normalize('NFD').replaceAll(/\p{M}/gu, '');
  const name =
    plain
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^_+|_+$/g, '')
      .slice(0, LONGEST_NAME) || 'message';
  const names = [name, ...Array.from({ length: 99 }, (_, index) => `${name}_${index + 2}`)];
  return names.find((one) => !taken.has(one)) ?? name;
}
