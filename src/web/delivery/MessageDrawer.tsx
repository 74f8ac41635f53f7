import { useTexts } from '#web/lib/format/i18n.ts';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';
import { MessageDetails } from './MessageDetails.tsx';

type Props = { entryId: string | undefined; onClose: () => void };

/** The trace of one message beside the log. */
export function MessageDrawer({ entryId, onClose }: Props) {
  const t = useTexts();
  return (
    <SideDrawer
      isOpen={entryId !== undefined}
      title={t('delivery:story')}
      closeLabel={t('delivery:close')}
      onClose={onClose}
    >
      {entryId && <MessageDetails entryId={entryId} />}
    </SideDrawer>
  );
}
