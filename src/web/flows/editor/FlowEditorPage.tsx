import { Skeleton, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useReducer } from 'react';
import type { FlowId } from '#contract/flows/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { SplitEditor } from '#web/ui/layout/SplitEditor.tsx';
import { FlowEditor } from './FlowEditor.tsx';
import { isStep } from './steps.ts';
import { useFlow } from '#web/flows/use-flows.ts';

/** Route: /flows/edit/{workflowId}/{step?} */
export function FlowEditorPage() {
  const workflowId = usePathId<FlowId>('workflowId');
  const { step } = useParams({ strict: false });
  const t = useTexts();
  const flow = useFlow(workflowId);
  usePageName(flow.data?.title);
  const [renewals, renew] = useReducer((count: number) => count + 1, 0);

  if (!flow.data) {
    if (flow.isPending) return <EditorSkeleton />;
    return (
      <>
        <PageHead title={t('flows:edit_title')} backTo="/flows" />
        <Failure error={flow.error} onRetry={flow.refetch} />
      </>
    );
  }
  return (
    <FlowEditor
      key={`${flow.data.id}.${renewals}`}
      flow={flow.data}
      step={isStep(step) ? step : 'message'}
      onRenew={renew}
    />
  );
}

function EditorSkeleton() {
  const t = useTexts();
  return (
    <>
      <PageHead title={t('flows:edit_title')} backTo="/flows" state={'\u00a0'} />
      <Loading>
        <SplitEditor
          form={
            <Stack>
              <Skeleton height={86} />
              <Skeleton height={42} />
              <Skeleton height={420} />
            </Stack>
          }
          preview={<Skeleton height={520} />}
        />
      </Loading>
    </>
  );
}
