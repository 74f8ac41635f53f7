import { isComputed } from '#contract/csv-cells.ts';
import { withoutInvisible } from '#contract/pasted-text.ts';
import type { Language } from '#contract/primitives.ts';

/** The text of a cell without what marks it as text: `="79161112233"`, or an apostrophe before a formula. */
export function bareText(cell: string): string {
  const text = cell.trim();
  const isMarked = text.startsWith("'") && isComputed(text.slice(1));
  return (/^="(.*)"$/.exec(text)?.[1] ?? (isMarked ? text.slice(1) : text)).trim();
}

/** Cells by which people mean "nothing", and errors of spreadsheet programs. */
export function isBlank(text: string): boolean {
  return BLANK.test(withoutInvisible(text).trim());
}

const BLANK =
  /^([-–—.]+|n\/?a|null|none|nil|nan|undefined|нет|нету|немає|#(n\/a|н\/д|ref!|value!|name\?|div\/0!|null!|num!))$/i;

/** Cells that say in words or zeros that a value is not known. */
export function isUnknown(text: string): boolean {
  return isBlank(text) || UNKNOWN.test(withoutInvisible(text).trim().normalize('NFC'));
}

const UNKNOWN = new RegExp(
  `^(?:${[
    'empty|unknown|not (?:set|given|specified|provided|known)|no (?:name|e-?mail|phone|data)',
    'нет данных|не ?указан[аоы]?|не ?задан[аоы]?|не ?известн[аоы]|пусто|б/н|без имени|аноним',
    'немає даних|не ?вказан[аоиі]|не ?відом[аоиіе]|без імені',
    'n[ãa]o (?:informad[oa]|consta|tem)|vazio|desconhecid[oa]|sem (?:nome|dados|data|e-?mail|telefone)',
    '0+(?:[-./]0+){1,2}(?: 0+:00(?::00)?)?',
  ].join('|')})$`,
  'i',
);

/** Several values of one cell, as address books write them. */
function splitValues(text: string): string[] {
  return text
    .split(/:::|[,;\n\r]+|\s{2,}/)
    .map((part) => withoutInvisible(part).trim())
    .filter((part) => part !== '');
}

const LONGEST_EMAIL = 254;

function isEmail(text: string): boolean {
  return text.length <= LONGEST_EMAIL && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

/** The first email of a cell: also of a link, and of a name with its address in angle brackets. */
export function readEmail(text: string): string | null {
  const parts = splitValues(text.replaceAll(/mailto:/gi, '')).flatMap((part) => [part, ...part.split(/[\s<>]+/)]);
  return parts.find(isEmail) ?? null;
}

/** Tags of one cell, divided by commas, semicolons or bars; each once. Groups that an address book makes itself are none. */
export function splitTags(text: string): string[] {
  const tags = text.split(/:::|[,;|]/).map((tag) => withoutInvisible(tag).trim());
  return [
    ...new Set(tags.filter((tag) => !/^\* ?my ?contacts$/i.test(tag)).flatMap((tag) => tag.replace(/^\* /, '') || [])),
  ];
}

const YES =
  /^(?:да|д|yes|y|true|1|\+|✓|✔|✅|☑|x|х|v|sim|s|так|ok|ок|on|есть|є|согласен|согласна|согласие( получено)?|agreed?|accepted|granted|subscribed|opt(ed)?.?in|подписан[а]?|згоден|згодна|aceito|aceita|autorizado|concordo)$/;
const NO =
  /^(?:нет|н|no|n|false|0|[-–—]|✗|✘|❌|☐|n[ãa]o|ні|off|отказ(алась|ался)?|не согласен|не согласна|против|refused|declined|denied|withdrawn|unsubscribed|opt(ed)?.?out|отписан[а]?|отписал(ся|ась)|не згоден|не згодна|відмова|recus(ou|ado)|n[ãa]o (aceito|aceita|autorizado)|cancelado)$/;

const YES_FIRST = /^(?:да|yes|sim|так)(?=[\s,;:(–—-])/;
const NO_FIRST = /^(?:нет|no|n[ãa]o|ні)(?=[\s,;:(–—-])/;

/** A yes or a no; null for what is neither. */
export function readConsent(text: string): boolean | null {
  const bare = withoutInvisible(bareText(text))
    .normalize('NFC')
    .toLowerCase()
    .trim()
    .replace(/[.!]+$/, '');
  if (YES.test(bare) || YES_FIRST.test(bare)) return true;
  return NO.test(bare) || NO_FIRST.test(bare) ? false : null;
}

const LANGUAGES: readonly [Language, RegExp][] = [
  ['ru', /^(ru|rus|рус|russ|рос)/],
  ['uk', /^(uk|ua|укр|ucr)/],
  ['en', /^(en|eng|англ|анг|ingl)/],
  ['pt_br', /^(pt|por|порт|br)/],
];

export function readLanguage(text: string): Language | null {
  return LANGUAGES.find(([, pattern]) => pattern.test(text.normalize('NFC').toLowerCase()))?.[0] ?? null;
}
