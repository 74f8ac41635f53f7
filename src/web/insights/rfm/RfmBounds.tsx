import { Button, Text, Title } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Rfm, RfmThresholds } from '#contract/audiences/rfm.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './rfm.module.css';

const RfmBoundsDialog = lazy(async () => ({ default: (await import('./RfmBoundsDialog.tsx')).RfmBoundsDialog }));

type Props = { rfm: Pick<Rfm, 'dashboard' | 'currency' | 'people'>; thresholds: RfmThresholds };

/** The bounds of the groups in words, and a dialog that changes them. */
export function RfmBounds({ rfm, thresholds }: Props) {
  const t = useTexts();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { dashboard, currency } = rfm;
  const { usualDays, lateFrom, sleepingFrom, lostFrom, oftenFrom, paysWellFromMinor } = thresholds;
  const period =
    dashboard.months === null
      ? t('insights:rfm.period_all')
      : t('insights:rfm.period_months', { count: dashboard.months });
  return (
    <section className={classes.section}>
      <Title order={2} mb="xs">
        {t('insights:rfm.bounds')}
      </Title>
      <Text>
        {t('insights:rfm.bounds_recency', {
          late: format.number(lateFrom),
          sleeping: format.number(sleepingFrom),
          lost: format.number(lostFrom),
        })}{' '}
        {t('insights:rfm.bounds_usual', { count: usualDays })}
      </Text>
      <Text mb="sm">
        {t('insights:rfm.bounds_often', { count: oftenFrom, period })}{' '}
        {t('insights:rfm.bounds_money', {
          money: format.money({ amountMinor: paysWellFromMinor, currency }),
          period,
        })}
      </Text>
      {dashboard.formedAt !== null && (
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('insights:rfm.change_bounds')}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <RfmBoundsDialog
            dashboard={dashboard}
            thresholds={thresholds}
            currency={currency}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </section>
  );
}
