import { Card, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Results } from '#contract/insights/results.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FigureTable } from '#web/ui/lists/FigureTable.tsx';
import classes from '#web/insights/results.module.css';

type Props = { results: Results; branchId: string | undefined };

/** The flows that brought most visits; each opens its conversion. */
export function FlowResults({ results: { flows, from, to }, branchId }: Props) {
  const t = useTexts();
  const format = useFormat();
  return (
    <Card component="section" aria-label={t('insights:results.flows.title')}>
      <Title order={2} mb="xs">
        {t('insights:results.flows.title')}
      </Title>
      {flows.length === 0 ? (
        <Text c="dimmed">{t('insights:results.flows.none')}</Text>
      ) : (
        <div className={classes.scroll}>
          <FigureTable>
            <thead>
              <tr>
                <th>{t('insights:conversion.flow')}</th>
                <th data-numeric className={classes.onDesk}>
                  {t('insights:conversion.step.sent')}
                </th>
                <th data-numeric>{t('insights:conversion.step.visited')}</th>
                <th data-numeric>{t('insights:results.paid')}</th>
              </tr>
            </thead>
            <tbody>
              {flows.map(({ senderId, title, sent, visited, spent }) => (
                <tr key={senderId}>
                  <th scope="row">
                    <Link
                      className={classes.link}
                      to="/insights/conversion"
                      search={{ flowId: senderId, from, to, branchId }}
                    >
                      {title}
                    </Link>
                  </th>
                  <td data-numeric className={classes.onDesk}>
                    {format.number(sent)}
                  </td>
                  <td data-numeric>{format.number(visited)}</td>
                  <td data-numeric>{spent.map((money) => format.money(money)).join(' + ') || '–'}</td>
                </tr>
              ))}
            </tbody>
          </FigureTable>
        </div>
      )}
      <Text size="sm" c="dimmed" mt="sm">
        {t('insights:results.flows.hint')}
      </Text>
    </Card>
  );
}
