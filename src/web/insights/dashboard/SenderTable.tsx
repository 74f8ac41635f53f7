import { Card, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Dashboard, SenderFigures } from '#contract/insights/dashboard.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FigureTable } from '#web/ui/lists/FigureTable.tsx';
import { FigureTitle } from '#web/insights/figures/FigureTitle.tsx';
import results from '#web/insights/results.module.css';
import { FileMenu } from './FileMenu.tsx';
import { useConversionPath } from './use-conversion-path.ts';
import type { DashboardQuery } from './use-dashboard.ts';
import { useFigureWords } from './use-figure-words.ts';
import classes from './dashboard.module.css';

type Props = { dashboard: Dashboard; query: DashboardQuery };

/** Flows and mailings with who came after them, and what they brought where it is known. */
export function SenderTable({ dashboard, query }: Props) {
  const t = useTexts();
  const format = useFormat();
  const words = useFigureWords(dashboard, undefined);
  const to = useConversionPath();
  const { senders, from, to: last } = dashboard;
  const title = t('dashboard:senders');
  return (
    <Card component="section" className={classes.block} aria-label={title}>
      <div className={classes.chartHead}>
        <FigureTitle title={title} about={t('dashboard:about.senders')} order={2} />
        {senders.length > 0 && <FileMenu title={title} table="senders" query={query} />}
      </div>
      {senders.length === 0 ? (
        <Text c="dimmed">{t('dashboard:senders_none')}</Text>
      ) : (
        <div className={results.scroll}>
          <FigureTable>
            <thead>
              <tr>
                <th scope="col">{t('dashboard:column.sender')}</th>
                <th scope="col" data-numeric className={results.onDesk}>
                  {t('dashboard:column.sent')}
                </th>
                <th scope="col" data-numeric>
                  {t('dashboard:column.visited')}
                </th>
                <th scope="col" data-numeric className={results.onDesk}>
                  {t('dashboard:column.paid')}
                </th>
                <th scope="col" data-numeric className={results.onDesk}>
                  {t('dashboard:column.effect')}
                </th>
              </tr>
            </thead>
            <tbody>
              {senders.map((sender) => (
                <tr key={sender.senderId}>
                  <th scope="row" className={classes.wrap}>
                    <Link
                      className={results.link}
                      to={to}
                      search={{ flowId: sender.senderId, from, to: last, branchId: query.branchId }}
                    >
                      {sender.title}
                    </Link>
                  </th>
                  <td data-numeric className={results.onDesk}>
                    {format.number(sender.sent)}
                  </td>
                  <td data-numeric>
                    {words.share(sender.visited, sender.sent)}
                    <span className={classes.branchName}>
                      {format.percent(sender.low)}–{format.percent(sender.high)}
                    </span>
                  </td>
                  <td data-numeric className={results.onDesk}>
                    {sender.spent.map((money) => format.money(money)).join(' + ') || '–'}
                  </td>
                  <td data-numeric className={`${results.onDesk} ${classes.effect}`}>
                    {brought(sender)}
                  </td>
                </tr>
              ))}
            </tbody>
          </FigureTable>
        </div>
      )}
    </Card>
  );

  function brought({ effect }: SenderFigures): string {
    if (effect?.state === 'measured') {
      const { visits, low, high } = effect;
      return t('dashboard:effect.measured', {
        visits: format.number(visits),
        low: format.number(low),
        high: format.number(high),
      });
    }
    return t(effect?.state === 'gathering' ? 'dashboard:effect.gathering' : 'dashboard:effect.none');
  }
}
