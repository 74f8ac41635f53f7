import { Button } from '@mantine/core';
import { IconRocket } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { Flow } from '#contract/flows/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { canGoLive, goLiveKey } from './go-live.ts';

const GoLive = lazy(async () => ({ default: (await import('./GoLive.tsx')).GoLive }));

/** The button that takes one flow live; nothing for a flow that is live. */
export function GoLiveButton({ flow }: { flow: Flow }) {
  const t = useTexts();
  const [step, setStep] = useState<'untouched' | 'confirming' | 'closed'>('untouched');
  return (
    <>
      {canGoLive(flow) && (
        <Button leftSection={<IconRocket size={16} />} onClick={() => setStep('confirming')}>
          {t(goLiveKey(flow.kind))}
        </Button>
      )}
      {step !== 'untouched' && (
        <Suspense>
          <GoLive flows={step === 'confirming' ? [flow] : null} onClose={() => setStep('closed')} />
        </Suspense>
      )}
    </>
  );
}
