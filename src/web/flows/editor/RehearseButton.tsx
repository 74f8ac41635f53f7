import { Button } from '@mantine/core';
import { IconPlayerTrackPrev } from '@tabler/icons-react';
import { useState } from 'react';
import type { Flow, FlowSettings } from '#contract/flows/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import { RehearsalDialogSlot } from '#web/flows/list/RehearsalDialogSlot.tsx';

type Props = {
  flow: Pick<Flow, 'id' | 'kind'>;
  /** Values being edited. */
  values: { title: string; settings: FlowSettings };
  isDirty: boolean;
};

/** Rehearses the flow with its unsaved settings. */
export function RehearseButton({ flow: { id, kind }, values: { title, settings }, isDirty }: Props) {
  const t = useTexts();
  const isMobile = useIsMobile();
  const [isOpen, setOpen] = useState(false);
  const rehearsed = isDirty ? { unsaved: { flowId: id, title, kind, settings } } : { flowIds: [id] };
  return (
    <>
      <Button variant="default" leftSection={<IconPlayerTrackPrev size={16} />} onClick={() => setOpen(true)}>
        {t(isMobile ? 'flows:list.rehearse_short' : 'flows:list.rehearse')}
      </Button>
      <RehearsalDialogSlot of={isOpen ? rehearsed : null} onClose={() => setOpen(false)} />
    </>
  );
}
