import { Card, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FigureTable } from '#web/ui/lists/FigureTable.tsx';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import type { ReviewSearch } from './review-search.ts';
import classes from './reviews.module.css';
import { useHintName } from './use-hint-name.ts';
import type { ReviewStatistics } from './use-reviews.ts';

type Props = { statistics: ReviewStatistics; onFilter: (change: Partial<ReviewSearch>) => void };

type Row = { key: string; name: string; count: number; average?: number; onOpen: () => void };

/** Reviews by master, service, branch, hint and map; each figure opens its reviews. */
export function ReviewOrigins({ statistics, onFilter }: Props) {
  const t = useTexts();
  const hintName = useHintName();
  const { masters, services, branches, tags, maps } = statistics;
  const opened = maps.filter(({ count }) => count > 0);
  return (
    <div className={classes.origins}>
      <Figures
        title={t('reviews:by.master')}
        rows={masters.map(({ id, title, ...rest }) => ({
          key: id,
          name: title,
          ...rest,
          onOpen: () => onFilter({ masterId: id }),
        }))}
      />
      <Figures
        title={t('reviews:by.service')}
        rows={services.map(({ id, title, ...rest }) => ({
          key: id,
          name: title,
          ...rest,
          onOpen: () => onFilter({ serviceId: id }),
        }))}
      />
      {branches.length > 1 && (
        <Figures
          title={t('reviews:by.branch')}
          rows={branches.map(({ id, title, ...rest }) => ({
            key: id,
            name: title,
            ...rest,
            onOpen: () => onFilter({ branchId: id }),
          }))}
        />
      )}
      <Figures
        title={t('reviews:by.tag')}
        rows={tags.map(({ tag, count }) => ({ key: tag, name: hintName(tag), count, onOpen: () => onFilter({ tag }) }))}
      />
      <Figures
        title={t('reviews:by.map')}
        rows={opened.map(({ map, count }) => ({
          key: map,
          name: t(`reviews:map.${map}`),
          count,
          onOpen: () => onFilter({ map }),
        }))}
      />
    </div>
  );
}

function Figures({ title, rows }: { title: ReactNode & string; rows: readonly Row[] }) {
  const t = useTexts();
  const format = useFormat();
  if (rows.length === 0) return null;
  const hasAverage = rows.some(({ average }) => average !== undefined);
  return (
    <Card component="section" aria-label={title}>
      <Title order={2} mb="xs">
        {title}
      </Title>
      <FigureTable>
        <thead>
          <tr>
            <th scope="col">{t('reviews:by.name')}</th>
            <th scope="col" data-numeric>
              {t('reviews:by.count')}
            </th>
            {hasAverage && (
              <th scope="col" data-numeric>
                {t('reviews:average')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, count, average, onOpen }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td data-numeric>
                <LinkButton aria-label={`${name}: ${format.number(count)}`} onClick={onOpen}>
                  {format.number(count)}
                </LinkButton>
              </td>
              {hasAverage && (
                <td data-numeric>
                  {average === undefined ? '' : format.number(average, { maximumFractionDigits: 1 })}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </Card>
  );
}
