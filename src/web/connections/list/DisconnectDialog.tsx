import type { Connection } from '#contract/connections/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { appearanceOf } from '#web/connections/connection-appearances.ts';
import { StopsList } from './StopsList.tsx';
import { useConnectionStops, useRemoveConnection } from '#web/connections/use-connections.ts';

type Props = {
  connection: Pick<Connection, 'id' | 'kind' | 'title'>;
  /** Texts, where it is not a system with records. */
  words?: { title: string; text: string };
  isOpen: boolean;
  onClose: () => void;
};

/** Shows what a disconnection stops before it is made. Undo is offered afterwards. */
export function DisconnectDialog({ connection: { id, kind, title }, words, isOpen, onClose }: Props) {
  const t = useTexts();
  const remove = useRemoveConnection(kind);
  const stops = useConnectionStops(id, isOpen && !remove.isPending);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={words?.title ?? t('connections:remove_title', { system: t(`app:menu.${kind}`), title })}
      text={words?.text ?? t(`${appearanceOf(kind).texts}.remove_text`)}
      confirmLabel={t('connections:remove')}
      isBusy={remove.isPending}
      isDangerous
      onConfirm={() => remove.mutate(id, { onSettled: onClose })}
      onClose={onClose}
    >
      <StopsList stops={stops} />
    </ConfirmDialog>
  );
}
