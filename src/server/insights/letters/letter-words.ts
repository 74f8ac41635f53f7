import type { Language } from '#contract/primitives.ts';
import type { ComposedMail } from '#server/auth/mails/composed-rules.ts';
import en from '#server/insights/locales/en.json' with { type: 'json' };
import pt_br from '#server/insights/locales/pt_br.json' with { type: 'json' };
import ru from '#server/insights/locales/ru.json' with { type: 'json' };
import uk from '#server/insights/locales/uk.json' with { type: 'json' };
import { LOCALE_TAGS, roomTexts } from '#server/platform/values/locale-rules.ts';
import { noShowShare, type Thing, type Week } from './letter-rules.ts';

export const letterText = roomTexts({ ru, en, pt_br, uk });

type Contents = {
  language: Language;
  businessName: string;
  /** Monday. */
  monday: Temporal.PlainDate;
  currency: string;
  week: Week;
  usual: Week;
  things: readonly Thing[];
  /** Origin of the brand's pages. */
  origin: string;
  unsubscribeUrl: string;
};

/** Writes the letter of a week. */
export function writeLetter(contents: Contents): ComposedMail {
  const { language, businessName, monday, week, usual, things, origin, unsubscribeUrl } = contents;
  const format = formatsOf(contents);
  const values = { business: businessName, days: daysIn(monday, language) };
  const t = (key: 'subject' | 'heading' | 'text' | 'things' | 'note' | 'unsubscribe') =>
    letterText(language, `letter.${key}`, values);
  return {
    subject: t('subject'),
    heading: t('heading'),
    text: t('text'),
    figures: FIGURES.map(({ key, of, as }) => {
      const [now, before] = [of(week), of(usual)];
      return {
        label: letterText(language, `letter.figure.${key}`),
        value: now === null ? '–' : format[as](now),
        note:
          before === null
            ? ''
            : letterText(language, 'letter.usually', {
                number: as === 'number' && before < 10 ? format.rate(before) : format[as](before),
              }),
      };
    }),
    thingsHeading: t('things'),
    things: things.map((thing) => ({
      text: textOf(thing, format, language),
      link: { label: letterText(language, `letter.action.${thing.kind}`), href: `${origin}${thing.path}` },
    })),
    note: t('note'),
    unsubscribe: { label: t('unsubscribe'), href: unsubscribeUrl },
  };
}

type Formats = Record<'money' | 'number' | 'rate' | 'share', (value: number) => string>;

const FIGURES: readonly {
  key: 'revenue' | 'visits' | 'bill' | 'new_clients' | 'no_shows';
  of: (week: Week) => number | null;
  as: keyof Formats;
}[] = [
  { key: 'revenue', of: ({ paidMinor }) => paidMinor, as: 'money' },
  { key: 'visits', of: ({ attended }) => attended, as: 'number' },
  { key: 'bill', of: ({ paidMinor, arrived }) => (arrived === 0 ? null : paidMinor / arrived), as: 'money' },
  { key: 'new_clients', of: ({ newClients }) => newClients, as: 'number' },
  { key: 'no_shows', of: noShowShare, as: 'share' },
];

function formatsOf({ language, currency }: Pick<Contents, 'language' | 'currency'>): Formats {
  const tag = LOCALE_TAGS[language];
  const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', maximumFractionDigits: 0 } as const;
  const money = new Intl.NumberFormat(tag, options);
  const decimals = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
  const number = new Intl.NumberFormat(tag, { maximumFractionDigits: 0 });
  const rate = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 });
  const share = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 });
  return {
    money: (minor) => money.format(minor / 10 ** (decimals ?? 2)),
    number: (value) => number.format(value),
    rate: (value) => rate.format(value),
    share: (value) => share.format(value),
  };
}

function textOf(thing: Thing, { money, rate, share }: Formats, language: Language): string {
  const t = (key: Parameters<typeof letterText>[1], values: Record<string, string | number>) =>
    letterText(language, key, values);
  switch (thing.kind) {
    case 'channel_down':
      return t('letter.thing.channel_down', { title: thing.title });
    case 'flow_stopped':
    case 'mailing_failed': {
      const { title, count, kind } = thing;
      return count === 1
        ? t(`letter.thing.${kind}`, { title })
        : t(`letter.thing.${kind}_more`, { title, count: count - 1 });
    }
    case 'no_visits':
      return t('letter.thing.no_visits', {});
    case 'no_shows':
    case 'no_shows_reminder':
      return t(`letter.thing.${thing.kind}`, {
        count: thing.count,
        share: share(thing.share),
        usual: share(thing.usualShare),
      });
    case 'late':
      return thing.spentMinor > 0
        ? t('letter.thing.late_spent', { count: thing.count, money: money(thing.spentMinor) })
        : t('letter.thing.late', { count: thing.count });
    case 'waiting':
    case 'unmarked':
      return t(`letter.thing.${thing.kind}`, { count: thing.count });
    case 'empty_slot':
      return t('letter.thing.empty_slot', {
        when: letterText(language, `letter.part.${thing.part}`, { weekday: weekdayIn(thing.weekday, language) }),
        visits: rate(thing.visits),
        usual: rate(thing.usual),
      });
    case 'best_master':
      return t('letter.thing.best_master', {
        name: thing.name,
        share: share(thing.share),
        other: share(thing.otherShare),
      });
  }
}

/** Monday is 1. */
const A_MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

function weekdayIn(weekday: number, language: Language): string {
  const format = new Intl.DateTimeFormat(LOCALE_TAGS[language], { weekday: 'long', timeZone: 'UTC' });
  const name = format.format(A_MONDAY + (weekday - 1) * DAY_MS);
  return name.charAt(0).toLocaleUpperCase(LOCALE_TAGS[language]) + name.slice(1);
}

/** «16–22 ноября». */
function daysIn(monday: Temporal.PlainDate, language: Language): string {
  const format = new Intl.DateTimeFormat(LOCALE_TAGS[language], { day: 'numeric', month: 'long' });
  return format.formatRange(monday, monday.add({ days: 6 }));
}
