import type { MailingRepeat } from '#contract/mailings/repeat.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LAST_DAY } from './repeats.ts';
import { useWeekdayWords } from './use-schedule-words.ts';

/** Returns a function that says when a mailing is sent again: "Every week: Mon, Thu at 10:00, until 5 March". */
export function useRepeatWords(): (repeat: MailingRepeat) => string {
  const t = useTexts();
  const format = useFormat();
  const weekdays = useWeekdayWords();
  return (repeat) => {
    const { time } = repeat;
    const until = repeat.until && t('mailings:repeat.said_until', { day: format.days(repeat.until) });
    const text = () => {
      if (repeat.every === 'week') return t('mailings:repeat.said_week', { days: weekdays(repeat.daysOfWeek), time });
      if (repeat.dayOfMonth === LAST_DAY) return t('mailings:repeat.said_last_day', { time });
      return t('mailings:repeat.said_month', { day: format.number(repeat.dayOfMonth), time });
    };
    return [text(), until].filter(Boolean).join(', ');
  };
}
