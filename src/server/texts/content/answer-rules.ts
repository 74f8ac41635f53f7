import { Language } from '#contract/primitives.ts';
import en from '#server/texts/locales/en.json' with { type: 'json' };
import pt_br from '#server/texts/locales/pt_br.json' with { type: 'json' };
import ru from '#server/texts/locales/ru.json' with { type: 'json' };
import uk from '#server/texts/locales/uk.json' with { type: 'json' };
import { VisitId } from '#contract/visits/calls.ts';
import type { ContentButton } from './message-content.ts';

/** The meaning of a tap on an answer button about a visit. */
export type VisitAnswer = {
  answer: 'confirm' | 'cancel';
  visitId: VisitId;
  /** The time version of the visit in the message: the visit may have moved since. */
  timeVersion: number;
  /** Tapped by the owner in a test: it must not change the contact's visit. */
  isTest: boolean;
};

/**
 * The payload of an answer button, e.g. `v:confirm:018f…:1`. Telegram allows 64 bytes, so the visit's id has no
 * dashes.
 */
export function visitAnswerId({ answer, visitId, timeVersion, isTest }: VisitAnswer): string {
  return `${isTest ? 't' : 'v'}:${answer}:${visitId.replaceAll('-', '')}:${timeVersion}`;
}

/** @returns null for a payload that is not an answer about a visit */
export function readVisitAnswer(buttonId: string): VisitAnswer | null {
  const [, kind, answer, hex = '', version] = /^([vt]):(confirm|cancel):([0-9a-f]{32}):(\d{1,9})$/.exec(buttonId) ?? [];
  const visitId = VisitId.safeParse(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'));
  if (!visitId.success || (answer !== 'confirm' && answer !== 'cancel')) return null;
  return { answer, visitId: visitId.data, timeVersion: Number(version), isTest: kind === 't' };
}
/** Prefix of the payload of every opt-out button. */
export const OPT_OUT_BUTTON = 'optout';

/** Payload of the button that opts out of marketing only. */
export const MARKETING_OPT_OUT_BUTTON = 'optout:marketing';

/** An answer of a message with its number: a contact may always type it, and must where the channel shows no buttons. */
export type NumberedAnswer = { number: number; title: string; id: string };

export function numberedAnswers(buttons: readonly ContentButton[]): NumberedAnswer[] {
  const answers = buttons.filter((button) => button.type === 'answer');
  return answers.map(({ title, id }, index) => ({ number: index + 1, title, id }));
}

/** Titles of the answer buttons that a new flow has by default. */
const TITLES = { ru: ru.answers, en: en.answers, pt_br: pt_br.answers, uk: uk.answers };

/** An answer button that a new flow has by default. */
export type Answer = keyof typeof en.answers;

/** The title of an answer's button. */
export function answerTitle(answer: Answer, language: Language): string {
  return TITLES[language][answer];
}

/** Whether a button still has its default title, in any language. */
export function isDefaultAnswerTitle(title: string, answer: Answer): boolean {
  return Language.options.some((language) => answerTitle(answer, language) === title);
}
