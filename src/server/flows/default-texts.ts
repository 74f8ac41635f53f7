import type { FlowKind } from '#contract/flows.ts';
import type { Language } from '#contract/primitives.ts';

/** What a new flow says until its owner changes it, in every language a customer may have. */
export const DEFAULT_TEXTS: Record<FlowKind, Record<Language, string>> = {
  visit_created: {
    ru: `{clientName}, вы записаны на {recordDate}, {recordWeekday}, {recordTime}.

Услуга: {serviceTitle}
Мастер: {masterName}
Адрес: {branchAddress}
Изменить запись: {recordForm}

{businessName}`,
    en: `{clientName}, you are booked for {recordWeekday}, {recordDate}, at {recordTime}.

Service: {serviceTitle}
With: {masterName}
Address: {branchAddress}
Change the booking: {recordForm}

{businessName}`,
    pt_br: `{clientName}, seu horário está marcado: {recordWeekday}, {recordDate}, às {recordTime}.

Serviço: {serviceTitle}
Profissional: {masterName}
Endereço: {branchAddress}
Alterar o horário: {recordForm}

{businessName}`,
    uk: `{clientName}, вас записано на {recordDate}, {recordWeekday}, {recordTime}.

Послуга: {serviceTitle}
Майстер: {masterName}
Адреса: {branchAddress}
Змінити запис: {recordForm}

{businessName}`,
  },
  visit_moved: {
    ru: `{clientName}, ваша запись перенесена на {recordDate}, {recordWeekday}, {recordTime}.
Раньше было: {oldRecordDate}, {oldRecordTime}

Услуга: {serviceTitle}
Мастер: {masterName}
Адрес: {branchAddress}

{businessName}`,
    en: `{clientName}, your booking has moved to {recordWeekday}, {recordDate}, at {recordTime}.
It was: {oldRecordDate}, {oldRecordTime}

Service: {serviceTitle}
With: {masterName}
Address: {branchAddress}

{businessName}`,
    pt_br: `{clientName}, seu horário mudou para {recordWeekday}, {recordDate}, às {recordTime}.
Antes era: {oldRecordDate}, {oldRecordTime}

Serviço: {serviceTitle}
Profissional: {masterName}
Endereço: {branchAddress}

{businessName}`,
    uk: `{clientName}, ваш запис перенесено на {recordDate}, {recordWeekday}, {recordTime}.
Раніше було: {oldRecordDate}, {oldRecordTime}

Послуга: {serviceTitle}
Майстер: {masterName}
Адреса: {branchAddress}

{businessName}`,
  },
  visit_cancelled: {
    ru: `{clientName}, ваша запись на {recordDate}, {recordTime} отменена.
Услуга: {serviceTitle}

Напишите нам, если захотите выбрать другое время.
{businessName}`,
    en: `{clientName}, your booking for {recordDate}, {recordTime} is cancelled.
Service: {serviceTitle}

Write to us when you want another time.
{businessName}`,
    pt_br: `{clientName}, seu horário de {recordDate}, {recordTime} foi cancelado.
Serviço: {serviceTitle}

Escreva para nós quando quiser outro horário.
{businessName}`,
    uk: `{clientName}, ваш запис на {recordDate}, {recordTime} скасовано.
Послуга: {serviceTitle}

Напишіть нам, якщо захочете обрати інший час.
{businessName}`,
  },
  visit_reminder: {
    ru: `{clientName}, ждём вас {recordDate}, {recordWeekday}, в {recordTime}.

Услуга: {serviceTitle}
Мастер: {masterName}
Адрес: {branchAddress}

Вы придёте?`,
    en: `{clientName}, we expect you on {recordWeekday}, {recordDate}, at {recordTime}.

Service: {serviceTitle}
With: {masterName}
Address: {branchAddress}

Will you come?`,
    pt_br: `{clientName}, esperamos você: {recordWeekday}, {recordDate}, às {recordTime}.

Serviço: {serviceTitle}
Profissional: {masterName}
Endereço: {branchAddress}

Você vem?`,
    uk: `{clientName}, чекаємо на вас {recordDate}, {recordWeekday}, о {recordTime}.

Послуга: {serviceTitle}
Майстер: {masterName}
Адреса: {branchAddress}

Ви прийдете?`,
  },
};

export type AnswerTitles = { confirm: string; decline: string; optOut: string };

/** Titles of the answers a new flow offers. A button that still has one of them follows the customer's language. */
export const ANSWER_TITLES: Record<Language, AnswerTitles> = {
  ru: { confirm: 'Подтвердить', decline: 'Отменить', optOut: 'Отписаться' },
  en: { confirm: 'Confirm', decline: 'Cancel', optOut: 'Unsubscribe' },
  pt_br: { confirm: 'Confirmar', decline: 'Cancelar', optOut: 'Sair da lista' },
  uk: { confirm: 'Підтвердити', decline: 'Скасувати', optOut: 'Відписатися' },
};

const TITLES: Record<Exclude<FlowKind, 'visit_reminder'>, Record<Language, string>> = {
  visit_created: {
    ru: 'Подтверждение записи',
    en: 'Booking confirmation',
    pt_br: 'Confirmação do horário',
    uk: 'Підтвердження запису',
  },
  visit_moved: {
    ru: 'Запись перенесена',
    en: 'Booking moved',
    pt_br: 'Horário alterado',
    uk: 'Запис перенесено',
  },
  visit_cancelled: {
    ru: 'Запись отменена',
    en: 'Booking cancelled',
    pt_br: 'Horário cancelado',
    uk: 'Запис скасовано',
  },
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
  if (kind !== 'visit_reminder') return TITLES[kind][language];
  return REMINDER_TITLES[language](spanInWords(-delayMinutes, language));
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
