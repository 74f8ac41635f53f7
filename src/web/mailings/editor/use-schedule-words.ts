import { useTexts } from '#web/lib/format/i18n.ts';

const WEEKDAYS = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7'] as const;

type Schedule = { daysOfWeek: readonly number[]; dispatchHours: { startHour: number; endHour: number } };

const clock = (hour: number) => `${hour}:00`;

/** Returns a function that names weekdays, 1 is Monday: "Mon, Tue". */
export function useWeekdayWords(): (days: readonly number[]) => string {
  const t = useTexts();
  return (days) =>
    WEEKDAYS.filter((_day, index) => days.includes(index + 1))
      .map((day) => t(`flows:weekday.${day}`))
      .join(', ');
}

/** Returns a function that says on which days and in which hours a mailing sends: "Mon, Tue, 10:00–20:00". */
export function useScheduleWords(): (schedule: Schedule) => string {
  const t = useTexts();
  const weekdays = useWeekdayWords();
  return ({ daysOfWeek, dispatchHours: { startHour, endHour } }) => {
    const isAny = daysOfWeek.length === 0 || daysOfWeek.length === WEEKDAYS.length;
    // A word joiner keeps the hours on one line.
    const hours = `${clock(startHour)}–\u2060${clock(endHour)}`;
    return [isAny ? t('mailings:any_day') : weekdays(daysOfWeek), hours].join(', ');
  };
}
