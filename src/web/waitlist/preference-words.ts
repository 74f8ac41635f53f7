import type { WaitEntry } from '#contract/waitlist/calls.ts';
import type { Format } from '#web/lib/format/format.ts';
import type { Text } from '#web/lib/format/i18n.ts';

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
const isWeekday = (day: number): day is 1 | 2 | 3 | 4 | 5 | 6 | 7 => day >= 1 && day <= 7;

/** Words of a contact's preference, e.g. "Haircut, Olga" and "Mon, Wed, 10:00–14:00, until 5 December". */
export function preferenceWords(entry: WaitEntry, t: Text, format: Format): { what: string; when: string } {
  const { preference, serviceTitle, masterName, branchTitle } = entry;
  const { weekdays, fromHour, untilHour, firstDay, lastDay } = preference;
  const what = [serviceTitle, masterName, branchTitle].filter(Boolean).join(', ');
  const days = weekdays
    .filter(isWeekday)
    .map((day) => t(`flows:weekday.d${day}`))
    .join(', ');
  const isAllDay = fromHour === 0 && untilHour === 24;
  const words = [
    days,
    !isAllDay && `${clock(fromHour)}–${clock(untilHour)}`,
    firstDay && t('waitlist:list.from_day', { day: format.days(firstDay) }),
    lastDay && t('waitlist:list.until_day', { day: format.days(lastDay) }),
  ].filter(Boolean);
  return { what: what || t('waitlist:list.any_service'), when: words.join(', ') || t('waitlist:list.any_time') };
}
