import type { FlowKind } from '#contract/flows.ts';
import type { Language } from '#contract/primitives.ts';
import { texts as en } from './default-texts-en.ts';
import { texts as pt_br } from './default-texts-pt-br.ts';
import { texts as ru } from './default-texts-ru.ts';
import { texts as uk } from './default-texts-uk.ts';

/** Of each kind what a flow is called and says, until its owner changes it. A reminder's name says how long before it comes. */
export type KindTexts = Readonly<Record<FlowKind, { title: string | null; text: string }>>;

/** In every language a customer may have. */
export const DEFAULT_TEXTS: Readonly<Record<Language, KindTexts>> = { ru, en, pt_br, uk };

export type AnswerTitles = { confirm: string; decline: string; optOut: string };

/** Titles of the answers a new flow offers. A button that still has one of them follows the customer's language. */
export const ANSWER_TITLES: Record<Language, AnswerTitles> = {
  ru: { confirm: 'Подтвердить', decline: 'Отменить', optOut: 'Отписаться' },
  en: { confirm: 'Confirm', decline: 'Cancel', optOut: 'Unsubscribe' },
  pt_br: { confirm: 'Confirmar', decline: 'Cancelar', optOut: 'Sair da lista' },
  uk: { confirm: 'Підтвердити', decline: 'Скасувати', optOut: 'Відписатися' },
};

const REMINDER_TITLES: Record<Language, (span: string) => string> = {
  ru: (span) => `Напоминание за ${span}`,
  en: (span) => `Reminder ${span} before`,
  pt_br: (span) => `Lembrete ${span} antes`,
  uk: (span) => `Нагадування за ${span}`,
};

const LOCALES: Record<Language, string> = { ru: 'ru', en: 'en', pt_br: 'pt-BR', uk: 'uk' };

/** @param delayMinutes of reminders, negative: how long before the visit */
export function defaultTitle(kind: FlowKind, delayMinutes: number, language: Language): string {
  return DEFAULT_TEXTS[language][kind].title ?? REMINDER_TITLES[language](spanInWords(-delayMinutes, language));
}

/** The largest unit that divides it: 24 h stay hours, as people say it. */
function spanInWords(minutes: number, language: Language): string {
  const [count, unit] = largestUnit(minutes);
  const words = new Intl.NumberFormat(LOCALES[language], { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return ACCUSATIVE.reduce((text, [ending, accusative]) => text.replace(ending, accusative), words);
}

/** After «за» Russian and Ukrainian want another case than the formatter's: «за 1 минуту». */
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
