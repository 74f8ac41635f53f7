import type { TextTree } from '#web/locales/texts.ts';

export type Values = Record<string, string | number>;

/**
 * Finds a text and fills it in.
 *
 * @param path the key below its room, e.g. `status.working`
 * @param values for `{{name}}`; `count` chooses the plural form and is written as the language writes numbers
 * @returns undefined when there is no such text
 */
export function translate(tree: TextTree, path: string, locale: string, values: Values = {}): string | undefined {
  const names = path.split('.');
  const last = names.pop() ?? '';
  const branch = names.reduce<TextTree | undefined>((node, name) => asTree(node?.[name]), tree);
  const { count } = values;
  const forms = typeof count === 'number' ? [`${last}_${pluralRules(locale).select(count)}`, `${last}_other`] : [];
  const text = [...forms, last].map((form) => branch?.[form]).find((found) => typeof found === 'string');
  if (text === undefined) return undefined;

  const filled = text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = values[name];
    return name === 'count' && typeof value === 'number' ? numberFormat(locale).format(value) : String(value ?? whole);
  });
  return bindShortWords(filled, locale);
}

/** Short words do not stay behind at the end of a line, nor does a dash begin one. */
function bindShortWords(text: string, locale: string): string {
  const bound = text.replaceAll(' — ', '\u00a0— ');
  if (!/^(?:ru|uk)/.test(locale)) return bound;
  return bound.replaceAll(
    /(?<![\p{L}\p{N}])([авикосуяйз]|во|до|за|из|ко|на|не|но|об|от|по|со|та|із|зі|ні|що|як) /giu,
    '$1\u00a0',
  );
}

function asTree(node: string | TextTree | undefined): TextTree | undefined {
  return typeof node === 'object' ? node : undefined;
}

const pluralRules = oncePer((locale) => new Intl.PluralRules(locale));
const numberFormat = oncePer((locale) => new Intl.NumberFormat(locale));

function oncePer<Value>(make: (locale: string) => Value): (locale: string) => Value {
  const made = new Map<string, Value>();
  return (locale) => {
    const value = made.get(locale) ?? make(locale);
    made.set(locale, value);
    return value;
  };
}
