import { Skeleton, Text, Title } from '@mantine/core';
import type { RfmDashboardId } from '#contract/audiences/rfm-ids.ts';
import { RFM_MOVE_DAYS, type RfmGroup } from '#contract/audiences/values.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { FigureTable } from '#web/ui/lists/FigureTable.tsx';
import { type MoveDays, useRfmMoves } from './use-rfm.ts';
import classes from './rfm.module.css';

type Props = {
  dashboardId: RfmDashboardId;
  days: MoveDays;
  onDays: (days: MoveDays) => void;
  onOpen: (move: { from: RfmGroup | 'none'; group: RfmGroup }) => void;
};

/** Clients who are in another group than some days ago; each number opens its people. */
export function RfmMoves({ dashboardId, days, onDays, onOpen }: Props) {
  const t = useTexts();
  const format = useFormat();
  const found = useRfmMoves(dashboardId, days);
  const { data } = found;
  const nameOf = (group: RfmGroup | null) =>
    group === null ? t('insights:rfm.newcomer') : t(`insights:rfm.group.${group}`);
  return (
    <section className={classes.section}>
      <Title order={2} mb="xs">
        {t('insights:rfm.moves')}
      </Title>
      <ChoiceBar
        isNarrow
        label={t('insights:rfm.moves_since')}
        value={String(days)}
        options={RFM_MOVE_DAYS.map((count) => ({ value: String(count), label: t('insights:rfm.days', { count }) }))}
        onChange={(value) => onDays(RFM_MOVE_DAYS.find((one) => String(one) === value) ?? 30)}
      />
      {found.isPending && (
        <Loading>
          <Skeleton height={160} mt="md" />
        </Loading>
      )}
      {found.isError && !data && <Failure error={found.error} onRetry={found.refetch} />}
      {data && data.knownSince !== null && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('insights:rfm.known_since', { date: format.date(`${data.knownSince}T12:00:00Z`, 'UTC') })}
        </Text>
      )}
      {data && data.moves.length === 0 && <Text mt="sm">{t('insights:rfm.no_moves')}</Text>}
      {data && data.moves.length > 0 && (
        <>
          <div className={classes.moves}>
            <FigureTable>
              <thead>
                <tr>
                  <th scope="col">{t('insights:rfm.from')}</th>
                  <th scope="col">{t('insights:rfm.to')}</th>
                  <th scope="col" data-numeric>
                    {t('insights:rfm.clients')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.moves.map(({ from, to, people }) => (
                  <tr key={`${from} ${to}`}>
                    <td>{nameOf(from)}</td>
                    <td>{nameOf(to)}</td>
                    <td data-numeric>
                      <LinkButton
                        aria-label={t('insights:rfm.move', { from: nameOf(from), to: nameOf(to), count: people })}
                        onClick={() => onOpen({ from: from ?? 'none', group: to })}
                      >
                        {format.number(people)}
                      </LinkButton>
                    </td>
                  </tr>
                ))}
              </tbody>
            </FigureTable>
          </div>
          <Text size="sm" c="dimmed" mt="xs">
            {[
              t('insights:rfm.stayed', { count: data.stayed }),
              data.recounted > 0 && t('insights:rfm.recounted', { count: data.recounted }),
            ]
              .filter(Boolean)
              .join(' ')}
          </Text>
        </>
      )}
    </section>
  );
}
