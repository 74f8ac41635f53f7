import { comparableText } from '#server/assistants/knowledge/search/word-rules.ts';
import { readDay } from '#server/assistants/plugins/result-rules.ts';

const EARLIEST_BIRTH = '1900-01-01';

/**
 * Reads a date of birth that the contact wrote: its year stands in their messages.
 *
 * @param today by the clinic's calendar
 * @returns null when it is none, or not the contact's
 */
export function readBirthday(
  given: string,
  contactTexts: string,
  today: Temporal.PlainDate,
): Temporal.PlainDate | null {
  const day = readDay(given);
  if (!day || day.toString() < EARLIEST_BIRTH || Temporal.PlainDate.compare(day, today) > 0) return null;
  const year = String(day.year);
  const isWritten =
    contactTexts.includes(year) || new RegExp(`\\d[./\\- ]${year.slice(2)}(?!\\d)`, 'u').test(contactTexts);
  return isWritten ? day : null;
}

const YES =
  /(?<!\p{L})(?:да|ага|конечно|согласен|согласна|ок|окей|хорошо|yes|yeah|yep|sure|ok|okay|agree|agreed|sim|claro|concordo|aceito|так|звісно|згоден|згодна|добре)(?!\p{L})/iu;
const NO = /(?<!\p{L})(?:нет|не|no|not|don['’]t|não|nao|ні)(?!\p{L})/iu;

/** Whether the latest message of the contact is a yes; the model's own reading of it does not count. */
export function isLatestYes(contactTexts: string): boolean {
  const latest = contactTexts.trimEnd().split('\n').at(-1) ?? '';
  return YES.test(latest) && !NO.test(latest);
}

/** Whether a text was sent to the contact, as it is; spaces, signs and case do not matter. */
export function wasSent(sent: string, text: string): boolean {
  return comparableText(sent).includes(comparableText(text));
}
