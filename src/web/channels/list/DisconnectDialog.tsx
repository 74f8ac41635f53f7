import type { Channel } from '#contract/channels/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { CHANNEL_APPEARANCES, isPaired } from '#web/channels/channel-appearances.ts';
import { ChannelStops } from './ChannelStops.tsx';
import { useChannelStops, useRemoveChannel, useUnlinkChannel } from '#web/channels/use-channels.ts';

/** Shows what a disconnection stops before it is made. It can be undone, but for a phone, which is unlinked. */
export function DisconnectDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const t = useTexts();
  const unlink = useUnlinkChannel();
  const name = t(`${CHANNEL_APPEARANCES[channel.kind].texts}.title`);
  const remove = useRemoveChannel(name);
  const isByPhone = isPaired(channel.kind);
  const isBusy = unlink.isPending || remove.isPending;
  const stops = useChannelStops(channel.id, !isBusy);
  const confirm = () => {
    if (!isByPhone) return remove.mutate(channel.id, { onSettled: onClose });
    unlink.mutate(channel.id, {
      onSuccess: onClose,
      onError: (error) =>
        toast.error({ title: t('channels:failed.remove', { channel: name }), description: problemText(error, t) }),
    });
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('channels:unlink_title', { title: channel.title })}
      text={t(isByPhone ? 'channels:unlink_text' : 'channels:remove_text')}
      confirmLabel={t('channels:remove')}
      isDangerous
      isBusy={isBusy}
      onConfirm={confirm}
      onClose={onClose}
    >
      <ChannelStops stops={stops} />
    </ConfirmDialog>
  );
}
