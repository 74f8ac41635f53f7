import { ActionIcon, Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { loadTexts, useTexts } from '#web/lib/format/i18n.ts';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import { useLayer } from '#web/ui/layout/use-layer.ts';

const HistoryDrawer = lazy(async () => {
  const [{ HistoryDrawer: drawer }] = await Promise.all([import('./HistoryDrawer.tsx'), loadTexts(['versions'])]);
  return { default: drawer };
});

/** Button that opens the versions of saved settings. The drawer loads when it is first opened. */
export function HistoryButton({ children }: { children: ReactNode }) {
  const t = useTexts();
  const isMobile = useIsMobile();
  const { isOpen, open, close } = useLayer('history');
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    <>
      {isMobile ? (
        <ActionIcon variant="default" aria-label={t('flows:editor.history')} onClick={open}>
          <IconHistory size={18} />
        </ActionIcon>
      ) : (
        <Button variant="default" leftSection={<IconHistory size={16} />} onClick={open}>
          {t('flows:editor.history')}
        </Button>
      )}
      {wasOpen && (
        <Suspense>
          <HistoryDrawer isOpen={isOpen} onClose={close}>
            {children}
          </HistoryDrawer>
        </Suspense>
      )}
    </>
  );
}
