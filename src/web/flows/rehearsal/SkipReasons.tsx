import { Card, Text, Title } from '@mantine/core';
import { Fragment } from 'react';
import type { RehearsalSummary } from '#contract/flow-rehearsals.ts';
import { RuleWay } from '#web/delivery/RuleWay.tsx';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { reasonsOf } from './rehearsal-figures.ts';
import classes from './rehearsal.module.css';

type Reason = ReturnType<typeof reasonsOf>[number]['rule'];

/** Why messages would not have left, the most frequent reason first; a reason opens its people. */
export function SkipReasons({ summary, onOpen }: { summary: RehearsalSummary; onOpen: (rule: Reason) => void }) {
  const t = useTexts();
  const format = useFormat();
  const reasons = reasonsOf(summary);
  return (
    <Card component="section" aria-label={t('rehearsals.reasons.title')}>
      <Title order={2} mb="xs">
        {t('rehearsals.reasons.title')}
      </Title>
      {reasons.length === 0 ? (
        <Text>{t('rehearsals.reasons.none')}</Text>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{t('rehearsals.reasons.reason')}</th>
              <th data-numeric>{t('rehearsals.reasons.count')}</th>
              <th data-numeric>{t('rehearsals.reasons.share')}</th>
            </tr>
          </thead>
          <tbody>
            {reasons.map(({ rule, count }) => (
              <Fragment key={rule}>
                <tr>
                  <td>
                    <button type="button" className={classes.opening} onClick={() => onOpen(rule)}>
                      {t(`delivery.rule.${rule}`)}
                    </button>
                  </td>
                  <td data-numeric>{format.number(count)}</td>
                  <td data-numeric>{format.percent(count / summary.skipped)}</td>
                </tr>
                <tr data-help>
                  <td colSpan={3}>
                    {t(`why.${rule}`)}
                    <RuleWay rule={rule} />
                  </td>
                </tr>
              </Fragment>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
