import { Button, Card, Progress, Text, Title } from '@mantine/core';
import { useEffect, useReducer } from 'react';
import type { Rehearsal } from '#contract/rehearsal/calls.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { about, paceOf } from './rehearsal-figures.ts';
import classes from './rehearsal.module.css';
import { useCancelRehearsal } from './use-rehearsals.ts';

const TICK_MS = 1_000;

/** How far it is, how fast it goes and how long it will take; the page may be left. */
export function RehearsalRunning({ rehearsal }: { rehearsal: Rehearsal }) {
  const t = useTexts();
  const format = useFormat();
  const cancel = useCancelRehearsal();
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const { id, done, total, summary } = rehearsal;
  const pace = paceOf(rehearsal, productNow());
  const count = t('rehearsal:running.count', { done: format.number(done), total: format.number(total) });
  const left = (seconds: number) => {
    const { count: units, unit } = about(seconds);
    return format.number(units, { style: 'unit', unit });
  };
  return (
    <Card component="section" aria-label={t('rehearsal:running.title')}>
      <Title order={2} mb="xs">
        {t('rehearsal:running.title')}
      </Title>
      <Progress
        value={total === 0 ? 0 : (100 * done) / total}
        size="lg"
        aria-label={t('rehearsal:running.title')}
        transitionDuration={150}
      />
      <Text mt="xs" className={classes.figures}>
        {pace
          ? [
              count,
              t('rehearsal:running.rate', { rate: format.number(Math.max(1, Math.round(pace.perSecond))) }),
              t('rehearsal:running.left', { left: left(pace.secondsLeft) }),
            ].join(' · ')
          : t('rehearsal:running.queued')}
      </Text>
      {done > 0 && (
        <Text mt="xs">
          {t('rehearsal:running.so_far', {
            sent: format.number(summary.sent),
            skipped: format.number(summary.skipped),
          })}
        </Text>
      )}
      <Text c="dimmed" mt="xs" mb="md">
        {t('rehearsal:running.leave')}
      </Text>
      <div>
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(id)}>
          {t('rehearsal:running.stop')}
        </Button>
      </div>
    </Card>
  );
}
