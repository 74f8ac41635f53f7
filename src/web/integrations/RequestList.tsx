import { Card, Code, Text, Title } from '@mantine/core';
import type { ApiRequest } from '#contract/integrations/tokens.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import classes from './integrations.module.css';
import { useRequestWords } from './request-words.ts';
import { useApiRequests } from './use-integrations.ts';

/** Recent requests of API clients with their results. */
export function RequestList() {
  const t = useTexts();
  const requests = useApiRequests();
  const columns = useColumns();
  return (
    <section aria-label={t('integrations:requests')}>
      <Title order={2}>{t('integrations:requests')}</Title>
      <Text c="dimmed" mt={4} mb="sm">
        {t('integrations:requests_help')}
      </Text>
      <DataList
        label={t('integrations:requests')}
        rows={requests.data ?? []}
        rowKey={(row) => row.id}
        columns={columns}
        paging={{
          isPending: requests.isPending,
          isFetchingNextPage: false,
          hasNextPage: false,
          isFetchNextPageError: false,
          fetchNextPage: () => {},
          refetch: requests.refetch,
          error: requests.error,
        }}
        empty={
          <Card>
            <Text c="dimmed">{t('integrations:requests_none')}</Text>
          </Card>
        }
      />
    </section>
  );
}

function useColumns(): Column<ApiRequest>[] {
  const t = useTexts();
  const format = useFormat();
  return [
    {
      key: 'what',
      title: t('integrations:request'),
      isMain: true,
      cell: (row) => (
        <span className={classes.path}>
          {row.method} {row.path.replace('/api/v1/events', '…')}
        </span>
      ),
    },
    { key: 'outcome', title: t('integrations:outcome'), cell: (row) => <Outcome request={row} /> },
    { key: 'token', title: t('integrations:token'), cell: (row) => row.tokenName },
    { key: 'when', title: t('integrations:when'), isBrief: true, cell: (row) => format.dateTime(row.askedAt) },
  ];
}

function Outcome({ request }: { request: ApiRequest }) {
  const words = useRequestWords();
  const { tone, label, details } = words(request);
  return (
    <div className={classes.outcome}>
      <ToneBadge tone={tone}>{label}</ToneBadge>
      {details.map((line) => (
        <Text key={line} size="sm" c="dimmed">
          {line}
        </Text>
      ))}
      {request.problem && <Code className={classes.problemCode}>{request.problem}</Code>}
    </div>
  );
}
