import { ActionIcon, Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import type { Flow } from '#contract/flows.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { useIsMobile } from '#web/ui/use-is-mobile.ts';
import { FlowHistoryDrawer } from './FlowHistoryDrawer.tsx';

/** Button that opens the versions of a flow. */
export function FlowHistory({ flow }: { flow: Flow }) {
  const t = useTexts();
  const isMobile = useIsMobile();
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
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
      <FlowHistoryDrawer flow={flow} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
