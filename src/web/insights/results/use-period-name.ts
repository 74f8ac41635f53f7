import type { ConversionPeriod } from '#contract/insights/conversion.ts';
import { useLanguage } from '#web/lib/format/i18n.ts';
import { LOCALE_TAGS } from '#web/lib/format/language.ts';

type Days = { from: string; to: string };

/** Names a stretch of days as people do: `3 марта`, `2–8 марта`, `март 2026 г.`, `2026`. */
export function usePeriodName(by: ConversionPeriod, isShort = false): (days: Days) => string {
  const locale = LOCALE_TAGS[useLanguage()];
  const month = isShort ? 'short' : 'long';
  const forms: Record<ConversionPeriod, Intl.DateTimeFormatOptions> = {
    day: { day: 'numeric', month },
    week: { day: 'numeric', month },
    month: { month, year: isShort ? '2-digit' : 'numeric' },
    year: { year: 'numeric' },
  };
  const format = new Intl.DateTimeFormat(locale, { ...forms[by], timeZone: 'UTC' });
  return ({ from, to }) => {
    const [first, last] = [new Date(`${from}T12:00:00Z`), new Date(`${to}T12:00:00Z`)];
    return by === 'week' && from !== to && !isShort ? format.formatRange(first, last) : format.format(first);
  };
}
