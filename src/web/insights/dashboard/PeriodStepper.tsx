import { ActionIcon, Button, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { Dashboard } from '#contract/insights/dashboard.ts';
import { useLanguage, useTexts } from '#web/lib/format/i18n.ts';
import { LOCALE_TAGS } from '#web/lib/format/language.ts';
import { usePeriodName } from '#web/insights/results/use-period-name.ts';
import classes from './dashboard.module.css';

type Props = {
  dashboard: Pick<Dashboard, 'period' | 'from' | 'end' | 'earlier' | 'later'>;
  /** Undefined: the current period. */
  onStep: (on: string | undefined) => void;
};

/** The shown period, between the one before and the one after. */
export function PeriodStepper({ dashboard, onStep }: Props) {
  const t = useTexts();
  const { earlier, later } = dashboard;
  const name = useWholeName(dashboard);
  return (
    <div className={classes.stepper}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('dashboard:earlier')}
        disabled={earlier === null}
        onClick={() => onStep(earlier ?? undefined)}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <Text className={classes.name} aria-live="polite">
        {name}
      </Text>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('dashboard:later')}
        disabled={later === null}
        onClick={() => onStep(later ?? undefined)}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
      {later !== null && (
        <Button variant="subtle" size="compact-md" onClick={() => onStep(undefined)}>
          {t('dashboard:now')}
        </Button>
      )}
    </div>
  );
}

/** `пн, 2 марта`, `2–8 марта`, `март 2026 г.`, `2026`. */
function useWholeName({ period, from, end }: Pick<Dashboard, 'period' | 'from' | 'end'>): string {
  const locale = LOCALE_TAGS[useLanguage()];
  const nameOf = usePeriodName(period);
  if (period !== 'day') return nameOf({ from, to: end });
  const form = { weekday: 'short', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locale, form).format(new Date(`${from}T12:00:00Z`));
}
