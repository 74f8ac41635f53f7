import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Whether every language says everything: the same rooms and keys as Russian, the plural forms of the language, the same
 * values in a text, nothing empty.
 */

type Tree = { [key: string]: string | Tree };
type Texts = Map<string, string>;

const PLURAL_FORMS: Record<string, readonly string[]> = {
  ru: ['one', 'few', 'many', 'other'],
  uk: ['one', 'few', 'many', 'other'],
  en: ['one', 'other'],
  pt_br: ['one', 'other'],
};
/** For numbers from a million on, Portuguese may say `de` before the noun. */
const OPTIONAL_FORMS: Record<string, readonly string[]> = { pt_br: ['many'] };

const locales = join(dirname(import.meta.dirname), 'src/web/locales');
const rooms = globSync('ru/*.ts', { cwd: locales }).map((file) => file.slice('ru/'.length));
const problems: string[] = rooms.length === 0 ? ['no Russian texts were read'] : [];

for (const language of Object.keys(PLURAL_FORMS)) {
  for (const file of globSync(`${language}/*.ts`, { cwd: locales })) {
    const room = file.slice(language.length + 1);
    if (!rooms.includes(room)) problems.push(`${file}: there is no ru/${room}`);
  }
  for (const room of rooms) await compare(language, room);
}

for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

async function compare(language: string, room: string): Promise<void> {
  const [wanted, found] = [await read('ru', room), await read(language, room)];
  const tell = (key: string, problem: string) => problems.push(`${language}/${room}: ${key}: ${problem}`);
  if (!found) return void problems.push(`${language}/${room} is missing`);
  if (!wanted) return;

  const [wantedKeys, foundKeys] = [groupForms(wanted), groupForms(found)];
  for (const key of foundKeys.keys()) if (!wantedKeys.has(key)) tell(key, 'is not in Russian');
  for (const [key, forms] of wantedKeys) {
    const own = foundKeys.get(key);
    if (!own) {
      tell(key, 'is missing');
      continue;
    }
    if (own.size > 0 || forms.size > 0) compareForms(language, own, (problem) => tell(key, problem));
    const [values, ownValues] = [valuesOf(wanted, key, forms), valuesOf(found, key, own)];
    if (values !== ownValues) tell(key, `has the values ${ownValues || 'none'}, in Russian ${values || 'none'}`);
  }
  for (const [key, text] of found) if (text.trim() === '') tell(key, 'is empty');
}

function compareForms(language: string, forms: ReadonlySet<string>, tell: (problem: string) => void): void {
  const wanted = PLURAL_FORMS[language] ?? [];
  const lacking = wanted.filter((form) => !forms.has(form));
  const strange = [...forms].filter((form) => !wanted.includes(form) && !OPTIONAL_FORMS[language]?.includes(form));
  if (lacking.length > 0) tell(`lacks the plural forms ${lacking.join(', ')}`);
  if (strange.length > 0) tell(`has plural forms the language does not know: ${strange.join(', ')}`);
}

/** Plural forms by key without their ending; a text without forms has an empty set. */
function groupForms(texts: Texts): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  for (const key of texts.keys()) {
    const [, base, form] = /^(.*)_(one|few|many|other)$/.exec(key) ?? [];
    const group = groups.get(base ?? key) ?? new Set();
    if (form) group.add(form);
    groups.set(base ?? key, group);
  }
  return groups;
}

/** The `{{values}}` of a text; a plural form may leave out its count. */
function valuesOf(texts: Texts, key: string, forms: ReadonlySet<string>): string {
  const all = forms.size > 0 ? [...forms].map((form) => texts.get(`${key}_${form}`) ?? '') : [texts.get(key) ?? ''];
  const names = all.flatMap((text) => [...text.matchAll(/\{\{-?\s*(\w+)/g)].map((match) => match[1] ?? ''));
  return [...new Set(names)].toSorted().join(', ');
}

async function read(language: string, room: string): Promise<Texts | null> {
  const file = join(locales, language, room);
  const module = await import(file).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return null; // NOTE: what Node throws here has a code
    throw error;
  });
  return module && new Map(flatten((module as { texts: Tree }).texts)); // NOTE: `texts.ts` types what a locale file exports
}

function flatten(tree: Tree, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  );
}
