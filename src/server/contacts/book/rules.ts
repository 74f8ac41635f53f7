import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { z } from 'zod';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { ContactId, OptOutEnd as OptOutEndShape, OptOutScope, OptOutSource } from '#contract/contacts/calls.ts';
import type { OptOutPeriod } from '#contract/contacts/opt-outs.ts';
import { canonicalPhone } from '#contract/canonical-phones.ts';
import { onOneLine } from '#contract/pasted-text.ts';
import { Language } from '#contract/primitives.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';

export const AddressId = z.uuid().brand<'AddressId'>();
export type AddressId = z.infer<typeof AddressId>;

export const AddressState = z.enum(['reachable', 'unreachable', 'blocked']);
export type AddressState = z.infer<typeof AddressState>;

/** An address of a contact on a channel. Keyed by the channel's own user id; the phone is optional. */
export type ContactAddress = {
  id: AddressId;
  contactId: ContactId;
  channelId: ChannelId;
  /** Digits or a business-scoped id on WhatsApp, chat id on Telegram. */
  channelUserId: string;
  phone: string | null;
  state: AddressState;
  /** Free text may be sent until then, on channels with a window; null: the contact never wrote. */
  windowUntil: Temporal.Instant | null;
  lastInboundAt: Temporal.Instant | null;
  /** When the contact first wrote, or a conversation began. */
  subscribedAt: Temporal.Instant | null;
};

/** Sums of a contact's visits. Ids are of visits that the contact attended. */
export type VisitSums = {
  contactId: ContactId;
  arrived: number;
  paidMinor: number;
  noShows: number;
  branchIds: readonly string[];
  masterIds: readonly string[];
  serviceIds: readonly string[];
  isOnline: boolean;
  isByStaff: boolean;
};

export type OptOutBounds = { channelId: ChannelId | null; scope: z.infer<typeof OptOutScope> };

export type OptOutEnd = z.infer<typeof OptOutEndShape>;

/** Returns whether one opt-out already includes another. */
export function covers(entry: OptOutBounds, wanted: OptOutBounds): boolean {
  const coversChannel = entry.channelId === null || entry.channelId === wanted.channelId;
  const coversScope = entry.scope === 'all' || entry.scope === wanted.scope;
  return coversChannel && coversScope;
}

type TimedOptOut = OptOutBounds & { source: z.infer<typeof OptOutSource>; endsAt: Temporal.Instant | null };

/**
 * Returns whether a stored opt-out makes a new one needless: it includes it and holds as long. One of an import does
 * so for imports alone: what a contact or a member says has to outlive the undo of the import.
 */
export function makesNeedless(entry: TimedOptOut, wanted: TimedOptOut): boolean {
  const isAsLong = entry.endsAt === null || (wanted.endsAt !== null && !isBefore(entry.endsAt, wanted.endsAt));
  const isConfirmation = entry.source === 'import' && wanted.source !== 'import';
  return covers(entry, wanted) && isAsLong && !isConfirmation;
}

/** Returns when an opt-out that begins now ends; null: never. */
export function endOfPeriod(period: OptOutPeriod, now: Temporal.Instant, timeZone: string): Temporal.Instant | null {
  switch (period.kind) {
    case 'forever':
      return null;
    case 'until':
      return Temporal.PlainDate.from(period.day).add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
    case 'months':
      return now.toZonedDateTimeISO(timeZone).add({ months: period.months }).toInstant();
  }
}

/** Maps a messenger's language tag, e.g. `pt-BR` or `ru`; null for languages the product lacks. */
export function languageOf(tag: string | null): Language | null {
  const main = tag?.toLowerCase().split(/[-_]/)[0];
  if (main === 'pt') return 'pt_br';
  const parsed = Language.safeParse(main);
  return parsed.success ? parsed.data : null;
}

/** The most likely language of phones by their country's calling code, where the product has it. */
export const LANGUAGE_BY_CALLING_CODE: Readonly<Record<string, Language>> = {
  ...every(['7', '375', '996'], 'ru'),
  ...every(['380'], 'uk'),
  ...every(['55', '351', '244', '258', '238'], 'pt_br'),
  ...every(['44', '353', '1', '61', '64'], 'en'),
};

/**
 * Returns the most likely language by the country of the phone; null where the product has none of that country, and the
 * cabinet's own language is the better default.
 */
export function likelyLanguage(phone: string | null): Language | null {
  const code = Object.keys(LANGUAGE_BY_CALLING_CODE).find((one) => phone?.startsWith(`+${one}`));
  return code === undefined ? null : (LANGUAGE_BY_CALLING_CODE[code] ?? null);
}

function every(codes: readonly string[], language: Language): Record<string, Language> {
  return Object.fromEntries(codes.map((code) => [code, language]));
}

/** Returns whether a living person may have been born on the day; where the day begins first it is tomorrow already. */
export function isBirthDate(day: string, now: Temporal.Instant): boolean {
  const today = now.toZonedDateTimeISO('Pacific/Kiritimati').toPlainDate();
  return day >= EARLIEST_BIRTH && day <= today.toString();
}

const EARLIEST_BIRTH = '1900-01-01';

/**
 * Normalises a booking system's birthday: an unknown year is stored as a placeholder that nobody alive can be born in,
 * and replaced by a leap year. January 1 of such a year counts as no birthday.
 */
export function storedBirthDate(reported: string): string | null {
  if (reported >= EARLIEST_BIRTH) return reported;
  const day = reported.slice('0000-'.length);
  return day === '01-01' ? null : `${LEAP_YEAR}-${day}`;
}

/** The year of birthdays whose year is not known. */
export const LEAP_YEAR = 1904;

/** Returns whether a birthday is a few weeks away or ago, so that a greeting may be due. */
export function isBirthdayNear(birthDate: string, now: Temporal.Instant): boolean {
  const today = now.toZonedDateTimeISO('UTC').toPlainDate();
  const born = Temporal.PlainDate.from(birthDate);
  return [-1, 0, 1].some((years) => {
    const day = born.with({ year: today.year + years }, { overflow: 'constrain' });
    return Math.abs(today.until(day).total('days')) <= NEAR_DAYS;
  });
}

/** Greetings are sent up to two weeks before and after the day, and planned two days ahead; zones differ by a day. */
const NEAR_DAYS = 17;

/** `+7 ••• •••-11-22`: the country code and the last four digits. */
export function maskPhone(phone: string): string {
  const code = parsePhoneNumberFromString(phone)?.countryCallingCode ?? phone.slice(1, 2);
  return `+${code} ••• •••-${phone.slice(-4, -2)}-${phone.slice(-2)}`;
}

/**
 * Returns the substrings to search in `contacts.searched_as`, where the phone is on a line of its own below the name:
 * any
 * of them matches.
 *
 * Digits with the usual separators are a part of a phone, or a whole one in another form. In Russia people dial 8 where the number has +7, and search
 * for it in that form.
 */
export function searchTexts(search: string): string[] {
  const typed = onOneLine(search).toLowerCase();
  if (!/^[\d\s()+.-]+$/.test(typed)) return [typed];
  const digits = typed.replaceAll(/\D/g, '');
  const otherForm = canonicalPhone(`+${digits}`);
  const texts = [
    typed,
    ...(digits === '' ? [] : [digits]),
    ...(digits.startsWith('8') ? [`\n+7${digits.slice(1)}`] : []),
    ...(otherForm === `+${digits}` ? [] : [`\n${otherForm}`]),
  ];
  return [...new Set(texts)];
}
