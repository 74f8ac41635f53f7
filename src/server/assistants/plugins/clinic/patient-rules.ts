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

/** Whether a text was sent to the contact, as it is; spaces, signs and case do not matter. */
export function wasSent(sent: string, text: string): boolean {
  return comparableText(sent).includes(comparableText(text));
}
