import { connectionKind } from '#contract/connections/kinds.ts';
import type { Branch, ConnectionKind } from '#contract/connections/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { appearanceOf } from '#web/connections/connection-appearances.ts';
import { StopsList } from '#web/connections/list/StopsList.tsx';
import { type useSetBranchActive, useBranchStops } from '#web/connections/use-connections.ts';

type Props = {
  branch: Branch;
  kind: ConnectionKind;
  setActive: ReturnType<typeof useSetBranchActive>;
  isOpen: boolean;
  onClose: () => void;
};

/** Shows what stops when messaging of a branch is switched off. It can be switched on again. */
export function SwitchOffDialog({ branch, kind, setActive, isOpen, onClose }: Props) {
  const t = useTexts();
  const stops = useBranchStops(branch, isOpen && !setActive.isPending);
  const { connectionId, id: branchId, title } = branch;
  const { texts } = appearanceOf(kind);
  const { isClinic } = connectionKind(kind);
  const offerUndo = () =>
    toast.undo({ title: t('connections:switched_off'), description: t(`${texts}.switched_off_help`) }, () =>
      setActive.mutate({ connectionId, branchId, isActive: true }),
    );
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t(isClinic ? 'connections:medflex.switch_off_title' : 'connections:switch_off_title', { title })}
      text={t(`${texts}.switch_off_text`)}
      confirmLabel={t(isClinic ? 'connections:medflex.switch_off' : 'connections:switch_off')}
      isBusy={setActive.isPending}
      isDangerous
      onConfirm={() =>
        setActive.mutate({ connectionId, branchId, isActive: false }, { onSuccess: offerUndo, onSettled: onClose })
      }
      onClose={onClose}
    >
      <StopsList stops={stops} />
    </ConfirmDialog>
  );
}
