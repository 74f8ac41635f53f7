import { Drawer } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Flow } from '#contract/flows.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { Loading, RowsSkeleton } from '#web/ui/Loading.tsx';
import { useFocusBack } from '#web/ui/use-focus-back.ts';
import { useIsMobile } from '#web/ui/use-is-mobile.ts';

const FlowVersions = lazy(async () => ({ default: (await import('./FlowVersions.tsx')).FlowVersions }));

type Props = { flow: Flow; isOpen: boolean; onClose: () => void };

/** The history of a flow. Its content loads when it is first opened. */
export function FlowHistoryDrawer({ flow, isOpen, onClose }: Props) {
  const t = useTexts();
  const isMobile = useIsMobile();
  useFocusBack(isOpen);
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position={isMobile ? 'bottom' : 'right'}
      size={isMobile ? '92%' : 520}
      title={t('flows:versions.history.title')}
      closeButtonProps={{ 'aria-label': t('flows:versions.history.close') }}
    >
      <Suspense
        fallback={
          <Loading>
            <RowsSkeleton rows={4} />
          </Loading>
        }
      >
        <FlowVersions flow={flow} />
      </Suspense>
    </Drawer>
  );
}
