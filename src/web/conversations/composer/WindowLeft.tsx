import { IconClock } from '@tabler/icons-react';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './composer.module.css';
import { useNow } from '#web/conversations/use-now.ts';
import { windowLeft } from './window-left.ts';

/** How long free text is still taken: `3 h 12 min`; amber when it is less than two hours. */
export function WindowLeft({ until }: { until: string }) {
  const t = useTexts();
  const format = useFormat();
  const left = windowLeft(until, useNow());
  if (!left) return null;
  const { hours, minutes, isUrgent } = left;
  const words = t(hours > 0 ? 'conversations:window.hours' : 'conversations:window.minutes', { hours, minutes });
  return (
    <span
      className={classes.window}
      data-urgent={isUrgent || undefined}
      title={t('conversations:open_until', { when: format.dateTime(until) })}
    >
      <IconClock size={14} aria-hidden />
      {words}
    </span>
  );
}
