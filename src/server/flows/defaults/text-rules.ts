import type { TemplateType } from '#contract/gallery/calls.ts';
import type { FlowKind } from '#contract/flows/calls.ts';
import type { Language } from '#contract/primitives.ts';
import { LOCALE_TAGS, roomTexts } from '#server/platform/values/locale-rules.ts';
import en from './locales/en.json' with { type: 'json' };
import pt_br from './locales/pt_br.json' with { type: 'json' };
import ru from './locales/ru.json' with { type: 'json' };
import uk from './locales/uk.json' with { type: 'json' };

const text = roomTexts({ ru, en, pt_br, uk });

/** The text of a new flow until its owner changes it. */
export function defaultText(kind: FlowKind, language: Language): string {
  return text(language, `kinds.${kind}.text`);
}

/**
 * The title of a new flow.
 * @param delayMinutes of reminders negative: minutes before the visit
 */
export function defaultTitle(kind: FlowKind, delayMinutes: number, language: Language): string {
  return text(language, `kinds.${kind}.title`, { span: spanInWords(-delayMinutes, language) });
}

/** Ready-made flows that have texts of their own; all others use the text of their kind. */
type OwnTextType = keyof typeof en.ready_made;

export function hasOwnText(type: TemplateType): type is OwnTextType {
  return Object.hasOwn(en.ready_made, type);
}

export function readyMadeTitle(type: OwnTextType, language: Language): string {
  return text(language, `ready_made.${type}.title`);
}

export function readyMadeText(type: OwnTextType, language: Language): string {
  return text(language, `ready_made.${type}.text`);
}

/** The duration in its largest whole unit; 24 h stay hours, as people say. */
function spanInWords(minutes: number, language: Language): string {
  const [count, unit] = largestUnit(minutes);
  const format = new Intl.NumberFormat(LOCALE_TAGS[language], { style: 'unit', unit, unitDisplay: 'long' });
  return ACCUSATIVE.reduce((words, [ending, accusative]) => words.replace(ending, accusative), format.format(count));
}

/** After «за» Russian and Ukrainian require the accusative, which the formatter does not produce: «за 1 минуту». */
const ACCUSATIVE: readonly [RegExp, string][] = [
  [/минута$/, 'минуту'],
  [/хвилина$/, 'хвилину'],
  [/година$/, 'годину'],
];

function largestUnit(minutes: number): [number, 'day' | 'hour' | 'minute'] {
  if (minutes > 1440 && minutes % 1440 === 0) return [minutes / 1440, 'day'];
  if (minutes % 60 === 0) return [minutes / 60, 'hour'];
  return [minutes, 'minute'];
}
