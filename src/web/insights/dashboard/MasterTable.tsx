import { Card, NativeSelect, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Dashboard, MasterFigures } from '#contract/insights/dashboard.ts';
import type { MasterId } from '#contract/visits/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import { FigureTable } from '#web/ui/lists/FigureTable.tsx';
import { FigureTitle } from '#web/insights/figures/FigureTitle.tsx';
import results from '#web/insights/results.module.css';
import { MASTER_SORTS, type MasterSort, sortedMasters } from './dashboard-data.ts';
import { FileMenu } from './FileMenu.tsx';
import type { DashboardQuery } from './use-dashboard.ts';
import { useFigureWords } from './use-figure-words.ts';
import classes from './dashboard.module.css';

type Props = {
  dashboard: Dashboard;
  query: DashboardQuery;
  sort: MasterSort;
  onSort: (sort: MasterSort) => void;
  onVisits: (group: 'attended' | 'no_show', masterId: MasterId) => void;
  onNew: (masterId: MasterId) => void;
};

/** Masters beside each other, the best first. */
export function MasterTable({ dashboard, query, sort, onSort, onVisits, onNew }: Props) {
  const t = useTexts();
  const format = useFormat();
  const words = useFigureWords(dashboard, undefined);
  const { masters } = dashboard;
  const title = t('dashboard:masters');
  const hasBranches = new Set(masters.flatMap(({ branchTitle }) => branchTitle || [])).size > 1;
  const opened = (text: string, isThere: boolean, onClick: () => void) =>
    isThere ? <LinkButton onClick={onClick}>{text}</LinkButton> : text;
  const cells: Record<MasterSort, (master: MasterFigures) => ReactNode> = {
    paid: ({ paid }) => format.money(paid),
    attended: ({ masterId, attended }) =>
      masterId
        ? opened(words.count(attended), attended > 0, () => onVisits('attended', masterId))
        : words.count(attended),
    average_bill: ({ averageBill }) => (averageBill ? format.money(averageBill) : '–'),
    no_show: ({ masterId, noShow, attended }) => {
      const text = words.share(noShow, attended + noShow);
      return masterId ? opened(text, noShow > 0, () => onVisits('no_show', masterId)) : text;
    },
    new: ({ masterId, newClients }) =>
      masterId ? opened(words.count(newClients), newClients > 0, () => onNew(masterId)) : words.count(newClients),
    busy_hours: ({ busyMinutes }) => words.count(Math.round(busyMinutes / 6) / 10),
  };
  return (
    <Card component="section" className={classes.block} aria-label={title}>
      <div className={classes.chartHead}>
        <FigureTitle title={title} about={t('dashboard:about.masters')} order={2} />
        {masters.length > 0 && <FileMenu title={title} table="masters" query={query} />}
      </div>
      {masters.length === 0 ? (
        <Text c="dimmed">{t('dashboard:masters_none')}</Text>
      ) : (
        <>
          <NativeSelect
            className={classes.sort}
            label={t('dashboard:sort')}
            value={sort}
            data={MASTER_SORTS.map((value) => ({ value, label: t(`dashboard:column.${value}`) }))}
            onChange={({ currentTarget }) => onSort(sortIn(currentTarget.value))}
          />
          <div className={results.scroll}>
            <FigureTable>
              <thead>
                <tr>
                  <th scope="col">{t('dashboard:column.master')}</th>
                  {MASTER_SORTS.map((key) => (
                    <th
                      key={key}
                      scope="col"
                      data-numeric
                      className={classes.column}
                      data-on={isShown(key) || undefined}
                      aria-sort={key === sort ? ORDERS[key] : 'none'}
                    >
                      <button
                        type="button"
                        className={classes.head}
                        data-on={key === sort || undefined}
                        onClick={() => onSort(key)}
                      >
                        {t(`dashboard:column.${key}`)}
                      </button>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {sortedMasters(masters, sort).map((master) => (
                  <tr key={master.masterId ?? 'none'}>
                    <th scope="row" className={classes.wrap}>
                      {master.masterId === null ? t('dashboard:no_master') : master.name}
                      {hasBranches && <span className={classes.branchName}>{master.branchTitle}</span>}
                    </th>
                    {MASTER_SORTS.map((key) => (
                      <td key={key} data-numeric className={classes.column} data-on={isShown(key) || undefined}>
                        {cells[key](master)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </FigureTable>
          </div>
        </>
      )}
    </Card>
  );

  /** On a phone: what it is ordered by, and the visits. */
  function isShown(key: MasterSort): boolean {
    return key === sort || key === 'attended';
  }
}

const sortIn = (value: string): MasterSort => MASTER_SORTS.find((one) => one === value) ?? 'paid';

/** The best first: fewest no-shows, most of all else. */
const ORDERS: Record<MasterSort, 'ascending' | 'descending'> = {
  paid: 'descending',
  attended: 'descending',
  average_bill: 'descending',
  no_show: 'ascending',
  new: 'descending',
  busy_hours: 'descending',
};
