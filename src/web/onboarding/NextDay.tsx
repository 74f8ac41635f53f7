import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { Home } from '#contract/onboarding/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './home.module.css';
import { Section } from './Section.tsx';
import { VisitRow } from './VisitRow.tsx';

type Props = {
  nextDay: NonNullable<Home['nextDay']>;
  /** Visits shown at first. */
  shown: number;
};

/** The next day with visits: who has confirmed, who has not, whom no message reaches. */
export function NextDay({ nextDay: { day, isTomorrow, visits, confirmed, unreachable, items }, shown }: Props) {
  const t = useTexts();
  const format = useFormat();
  const [isAllShown, setAllShown] = useState(false);
  const listed = isAllShown ? items : items.slice(0, shown);
  const hasBranches = new Set(items.map(({ branchId }) => branchId)).size > 1;
  return (
    <Section
      title={
        isTomorrow ? t('onboarding:next_day.tomorrow') : t('onboarding:next_day.later', { date: format.days(day) })
      }
      aside={
        <Text size="sm" c="dimmed">
          {[
            t('onboarding:next_day.confirmed', { count: confirmed, total: visits }),
            unreachable > 0 && t('onboarding:next_day.unreachable', { count: unreachable }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      }
    >
      <ul className={classes.rows}>
        {listed.map((visit) => (
          <VisitRow key={visit.id} visit={visit} hasBranch={hasBranches} isUnreachable={visit.isUnreachable} />
        ))}
      </ul>
      {listed.length < items.length && (
        <Button className={classes.fold} variant="subtle" color="gray" size="sm" onClick={() => setAllShown(true)}>
          {t('onboarding:visits.more', { count: items.length - listed.length })}
        </Button>
      )}
      {isAllShown && visits > items.length && (
        <Text size="sm" c="dimmed" className={classes.foot}>
          {t('onboarding:visits.beyond', { shown: items.length, total: visits })}
        </Text>
      )}
    </Section>
  );
}
