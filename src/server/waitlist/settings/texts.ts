import { WaitlistSettings } from '#contract/waitlist/calls.ts';
import { Language } from '#contract/primitives.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import type { StoredSlot } from '#server/waitlist/slots/stored.ts';
import { dateIn, timeOf } from '#server/texts/content/format-rules.ts';
import { roomTexts } from '#server/platform/values/locale-rules.ts';
import en from '#server/waitlist/locales/en.json' with { type: 'json' };
import pt_br from '#server/waitlist/locales/pt_br.json' with { type: 'json' };
import ru from '#server/waitlist/locales/ru.json' with { type: 'json' };
import uk from '#server/waitlist/locales/uk.json' with { type: 'json' };

export const text = roomTexts({ ru, en, pt_br, uk });

/** The settings until an owner changes them: off, to the waiting list, in turn. Texts are in every language. */
export function newSettings(language: Language): WaitlistSettings {
  const others = Language.options.filter((other) => other !== language).map((other) => [other, text(other, 'offer')]);
  return WaitlistSettings.parse({
    isOn: false,
    audience: {},
    content: { texts: { default: text(language, 'offer'), ...Object.fromEntries(others) } },
  });
}

/** The contact's language, or the cabinet's. */
export function languageFor(contactLanguage: string | null, cabinetLanguage: Language): Language {
  return Language.safeParse(contactLanguage).data ?? cabinetLanguage;
}

/** «21 ноября, 18:30», by the branch's clock. */
export function whenOf({ startsAt, timeZone }: Pick<StoredSlot, 'startsAt' | 'timeZone'>, language: Language): string {
  const wall = startsAt.toZonedDateTimeISO(timeZone);
  return `${dateIn(wall, language)}, ${timeOf(wall)}`;
}

/** The sentence that names the nearest free time to a contact who did not get the slot; none where it is not known. */
export function nearestLine(
  { nearestAt, timeZone }: Pick<StoredSlot, 'nearestAt' | 'timeZone'>,
  language: Language,
  now: Temporal.Instant,
): string[] {
  if (nearestAt === null || !isAfter(nearestAt, now)) return [];
  return [text(language, 'reply.nearest', { when: whenOf({ startsAt: nearestAt, timeZone }, language) })];
}
