import { Card, Text, Title } from '@mantine/core';
import { Fragment } from 'react';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FigureTable } from '#web/ui/lists/FigureTable.tsx';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import { Swatch } from '#web/ui/charts/Swatch.tsx';
import { RuleWay } from './RuleWay.tsx';

type Props = {
  title: string;
  /** The most frequent first. */
  reasons: readonly { rule: DecisionRule; count: number }[];
  /** Text of the empty table. */
  none?: string;
  /** Colours of a chart beside it: the table is its legend. */
  colourOf?: (rule: DecisionRule) => string | undefined;
  onOpen: (rule: DecisionRule) => void;
};

/**
 * Why messages were not sent, or would not have been, with solutions; a reason opens its contacts. Texts: delivery,
 * why.
 */
export function ReasonTable({ title, reasons, none, colourOf, onOpen }: Props) {
  const t = useTexts();
  const format = useFormat();
  const total = reasons.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card component="section" aria-label={title}>
      <Title order={2} mb="xs">
        {title}
      </Title>
      {reasons.length === 0 ? (
        <Text>{none}</Text>
      ) : (
        <FigureTable>
          <thead>
            <tr>
              <th>{t('delivery:reasons.reason')}</th>
              <th data-numeric>{t('delivery:reasons.count')}</th>
              <th data-numeric>{t('delivery:reasons.share')}</th>
            </tr>
          </thead>
          <tbody>
            {reasons.map(({ rule, count }) => (
              <Fragment key={rule}>
                <tr>
                  <td>
                    <LinkButton onClick={() => onOpen(rule)}>
                      {colourOf && <Swatch colour={colourOf(rule)} />}
                      {t(`rules:${rule}.name`)}
                    </LinkButton>
                  </td>
                  <td data-numeric>{format.number(count)}</td>
                  <td data-numeric>{format.percent(count / total)}</td>
                </tr>
                <tr data-help>
                  <td colSpan={3}>
                    {t(`rules:${rule}.why`)}
                    <RuleWay rule={rule} />
                  </td>
                </tr>
              </Fragment>
            ))}
          </tbody>
        </FigureTable>
      )}
    </Card>
  );
}
