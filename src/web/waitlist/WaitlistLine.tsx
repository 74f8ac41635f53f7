import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFigures, useSettings, useLastDays } from './use-waitlist.ts';

const DAYS = 30;

/** Freed times of the last 30 days, and what they brought in. */
export function WaitlistLine() {
  const t = useTexts();
  const format = useFormat();
  const settings = useSettings();
  const { data } = useFigures(useLastDays(DAYS));
  if (!settings.data || !data) return '\u00a0';
  if (!settings.data.settings.isOn) return t('widget_entries:waitlist.off');
  if (data.freed === 0) return t('widget_entries:waitlist.none');
  const brought = data.brought.map((sum) => format.money(sum)).join(' + ') || '0';
  return t('widget_entries:waitlist.figures', { freed: data.freed, filled: data.filled, brought });
}
