import { Card, Title } from '@mantine/core';
import { Fragment } from 'react';
import type { DecisionRule } from '#contract/delivery.ts';
import { RuleWay } from '#web/delivery/RuleWay.tsx';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import classes from './insights.module.css';
import type { SkipReason } from './skip-chart-data.ts';

type Props = {
  reasons: readonly { rule: DecisionRule; count: number }[];
  /** As the chart shows them. */
  coloured: readonly SkipReason[];
  onOpen: (rule: DecisionRule) => void;
};

/** The table behind the chart, which is its legend too; a reason opens the people. */
export function SkipReasons({ reasons, coloured, onOpen }: Props) {
  const t = useTexts();
  const format = useFormat();
  const total = reasons.reduce((sum, { count }) => sum + count, 0);
  const colourOf = (rule: DecisionRule) => coloured.find(({ rules }) => rules.includes(rule))?.colour;
  return (
    <Card component="section" aria-label={t('insights.skips.reasons')}>
      <Title order={2} mb="xs">
        {t('insights.skips.reasons')}
      </Title>
      <table className={classes.reasons}>
        <thead>
          <tr>
            <th>{t('insights.skips.reason')}</th>
            <th data-numeric>{t('insights.skips.count')}</th>
            <th data-numeric>{t('insights.skips.share')}</th>
          </tr>
        </thead>
        <tbody>
          {reasons.map(({ rule, count }) => (
            <Fragment key={rule}>
              <tr>
                <td>
                  <button type="button" className={classes.opening} onClick={() => onOpen(rule)}>
                    <span className={classes.swatch} style={{ background: colourOf(rule) }} aria-hidden />
                    {t(`delivery.rule.${rule}`)}
                  </button>
                </td>
                <td data-numeric>{format.number(count)}</td>
                <td data-numeric>{format.percent(count / total)}</td>
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
    </Card>
  );
}
