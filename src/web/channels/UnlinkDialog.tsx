import type { Channel } from '#contract/channels.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { problemText } from '#web/lib/problem-text.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useUnlinkChannel } from './use-channels.ts';

/** Says what stops when a phone is unlinked. */
export function UnlinkDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const t = useTexts();
  const format = useFormat();
  const unlink = useUnlinkChannel();
  const confirm = () =>
    unlink.mutate(channel.id, {
      onSuccess: onClose,
      onError: (error) => toast.error({ title: problemText(error, t) }),
    });
  return (
    <ConfirmDialog
      isOpen
      title={t('channels:unlink_title', { title: channel.title })}
      text={t('channels:unlink_text')}
      figures={[{ label: t('channels:unlink_waiting'), value: format.number(channel.waitingCount) }]}
      confirmLabel={t('channels:remove')}
      isDangerous
      isBusy={unlink.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
