import { Skeleton } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { RFM_CLIENTS } from '#contract/audiences/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { NewRfmButton } from './NewRfmButton.tsx';
import { RfmFew } from './RfmForming.tsx';
import { useRfmList } from './use-rfm.ts';

/** Route: /insights/rfm */
export function RfmStartPage() {
  const t = useTexts();
  const list = useRfmList();
  const { data } = list;
  const [first] = data?.dashboards ?? [];
  return (
    <>
      <PageHead title={t('insights:rfm.title')} state={t('insights:rfm.state')} />
      {first && <Navigate to="/insights/rfm/$dashboardId" params={{ dashboardId: first.id }} replace />}
      {(list.isPending || first) && (
        <Loading>
          <Skeleton height={320} />
        </Loading>
      )}
      {list.isError && !data && <Failure error={list.error} onRetry={list.refetch} />}
      {data && !first && data.clients < RFM_CLIENTS && <RfmFew clients={data.clients} waiting={data.waiting} />}
      {data && !first && data.clients >= RFM_CLIENTS && (
        <EmptyState
          title={t('insights:rfm.none_title')}
          text={t('insights:rfm.none')}
          action={<NewRfmButton isPrimary />}
        />
      )}
    </>
  );
}
