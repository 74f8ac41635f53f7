import { Button } from '@mantine/core';
import { IconRocket } from '@tabler/icons-react';
import { useState } from 'react';
import { canGoLive } from '#web/flows/going-live/go-live.ts';
import { GoLive } from '#web/flows/going-live/GoLive.tsx';
import { useFlowRows } from '#web/flows/list/use-flow-list.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import type { StepProps } from './FirstSteps.tsx';

/** Takes the flows that are in test live, after the same questions as on their page. */
export function GoLiveStep({ onDone }: StepProps) {
  const t = useTexts();
  const rows = useFlowRows({ mode: 'test' });
  const [isConfirming, setConfirming] = useState(false);
  if (rows.isError && !rows.data) return <Failure error={rows.error} onRetry={rows.refetch} />;
  const flows = (rows.data ?? []).filter(canGoLive);
  return (
    <>
      <Button
        leftSection={<IconRocket size={16} />}
        loading={rows.isPending}
        disabled={flows.length === 0}
        onClick={() => setConfirming(true)}
      >
        {t('onboarding:steps.go_live.action')}
      </Button>
      <GoLive flows={isConfirming ? flows : null} onDone={onDone} onClose={() => setConfirming(false)} />
    </>
  );
}
