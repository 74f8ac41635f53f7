import type { Recording } from '#contract/quality/recordings.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { useDeleteRecording } from './use-talks.ts';

type Props = { recording: Pick<Recording, 'id' | 'fileName'>; onDeleted?: () => void; onClose: () => void };

/** Asks before a recording is deleted for good. */
export function DeleteRecording({ recording, onDeleted, onClose }: Props) {
  const t = useTexts();
  const remove = useDeleteRecording();
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('quality:recording.delete_title', { name: recording.fileName })}
      text={t('quality:recording.delete_text')}
      confirmLabel={t('quality:recording.delete')}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(recording.id, { onSuccess: onDeleted, onSettled: onClose })}
      onClose={onClose}
    />
  );
}
