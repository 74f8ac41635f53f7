import { Skeleton, SimpleGrid, Stack } from '@mantine/core';
import type { OperatorHealth } from '#contract/admin/health.ts';
import { kindColumns, queueColumns } from '#web/admin/outgoing/figure-columns.tsx';
import { FigureSection } from '#web/admin/FigureSection.tsx';
import { useKindName, useOperatorHealth } from '#web/admin/use-operations.ts';
import { wholeList } from '#web/admin/whole-list.ts';
import { useDollars } from '#web/assistants/use-models.ts';
import { type Format, useFormat } from '#web/lib/format/format.ts';
import { type Text, useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { NumberTile } from '#web/ui/charts/NumberTile.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/list.ts';

/** Route: /admin/health */
export function HealthPage() {
  const t = useTexts();
  const format = useFormat();
  const nameOf = useKindName();
  const dollars = useDollars();
  const health = useOperatorHealth();
  if (health.isPending) {
    return (
      <Loading>
        <PageHead title={t('operations:health.title')} />
        <Skeleton height={420} />
      </Loading>
    );
  }
  if (!health.data) return <Failure error={health.error} onRetry={health.refetch} />;
  const { at, sending, queues } = health.data;
  return (
    <>
      <PageHead title={t('operations:health.title')} state={t('operations:health.read', { time: format.time(at) })} />
      <Stack gap="xl">
        <Tiles health={health.data} />
        <FigureSection title={t('operations:health.sending')}>
          <DataList
            label={t('operations:health.sending')}
            rows={sending}
            rowKey={({ kind }) => kind}
            columns={kindColumns(t, format, nameOf)}
            paging={wholeList(health)}
            empty={<EmptyState text={t('operations:outgoing.kinds_none')} />}
          />
        </FigureSection>
        <FigureSection title={t('operations:outgoing.queues')}>
          <DataList
            label={t('operations:outgoing.queues')}
            rows={queues}
            rowKey={({ job }) => job}
            columns={queueColumns(t, format)}
            paging={wholeList(health)}
            empty={<EmptyState text={t('operations:outgoing.queues_none')} />}
          />
        </FigureSection>
        <FigureSection title={t('operations:health.models')}>
          <DataList
            label={t('operations:health.models')}
            rows={modelsOf(health.data)}
            rowKey={({ provider, model }) => `${provider} ${model}`}
            columns={modelColumns(t, format, dollars)}
            paging={wholeList(health)}
            empty={<EmptyState text={t('operations:health.models_none')} />}
          />
        </FigureSection>
      </Stack>
    </>
  );
}

function Tiles({ health }: { health: OperatorHealth }) {
  const t = useTexts();
  const format = useFormat();
  const { database, requests, sending } = health;
  const sum = (read: (row: OperatorHealth['sending'][number]) => number) =>
    sending.reduce((total, row) => total + read(row), 0);
  return (
    <SimpleGrid cols={{ base: 2, md: 3, lg: 4 }}>
      <NumberTile title={t('operations:health.late')} value={format.number(sum(({ late }) => late))} />
      <NumberTile title={t('operations:health.undecided')} value={format.number(sum(({ undecided }) => undecided))} />
      <NumberTile title={t('operations:health.pauses')} value={format.number(health.openPauses)} />
      <NumberTile
        title={t('operations:health.webhooks')}
        value={format.number(health.webhooksPerSecond, { maximumFractionDigits: 2 })}
      />
      <NumberTile title={t('operations:health.answered')} value={format.number(requests.answeredLastHour)} />
      <NumberTile title={t('operations:health.failed')} value={format.number(requests.failedLastHour)} />
      <NumberTile title={t('operations:health.sign_ins')} value={format.number(requests.signInsRefusedLastHour)} />
      <NumberTile
        title={t('operations:health.connections')}
        size="word"
        value={t('operations:health.of', { value: database.connections, most: database.mostConnections })}
      />
      <NumberTile
        title={t('operations:health.oldest_transaction')}
        size="word"
        value={
          database.oldestTransactionSeconds === null
            ? t('operations:health.no_transaction')
            : t('operations:seconds', { value: Math.round(database.oldestTransactionSeconds * 10) / 10 })
        }
      />
    </SimpleGrid>
  );
}

type Model = OperatorHealth['models'][number] & { breaker: OperatorHealth['breakers'][number] | undefined };

/** Models that were called or failed lately. */
function modelsOf({ models, breakers }: OperatorHealth): Model[] {
  const isSame = (a: { provider: string; model: string }, b: { provider: string; model: string }) =>
    a.provider === b.provider && a.model === b.model;
  const uncalled = breakers.filter((breaker) => !models.some((model) => isSame(model, breaker)));
  const idle = { callsLastHour: 0, failedLastHour: 0, costLastHourMicroUsd: 0 };
  return [...models, ...uncalled.map(({ provider, model }) => ({ provider, model, ...idle }))].map((model) => ({
    ...model,
    breaker: breakers.find((breaker) => isSame(model, breaker)),
  }));
}

const modelColumns = (t: Text, format: Format, dollars: (microUsd: number) => string): Column<Model>[] => [
  {
    key: 'model',
    title: t('operations:column.model'),
    isMain: true,
    cell: ({ provider, model }) => `${model} · ${provider}`,
  },
  {
    key: 'calls',
    title: t('operations:column.calls'),
    isNumeric: true,
    cell: ({ callsLastHour }) => format.number(callsLastHour),
  },
  {
    key: 'failed',
    title: t('operations:health.failed_calls'),
    isNumeric: true,
    cell: ({ failedLastHour }) => format.number(failedLastHour),
  },
  {
    key: 'price',
    title: t('operations:column.price'),
    isNumeric: true,
    cell: ({ costLastHourMicroUsd }) => dollars(costLastHourMicroUsd),
  },
  {
    key: 'state',
    title: t('operations:column.state'),
    cell: ({ breaker }) =>
      breaker && (
        <ToneBadge tone={breaker.openUntil ? 'bad' : 'attention'}>
          {breaker.openUntil
            ? t('operations:health.open_until', { time: format.time(breaker.openUntil) })
            : t('operations:health.failed_lately')}
        </ToneBadge>
      ),
  },
];
