import type { Channel } from '#contract/channels/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { ConnectGuide } from '#web/channels/connecting/ConnectGuide.tsx';
import { PairingForm } from './PairingForm.tsx';

/** Links a channel's phone again; its conversations and flows stay as they are. */
export function PairingDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const t = useTexts();
  return (
    <Dialog title={t('channels:pairing.dialog')} onClose={onClose}>
      <ConnectGuide kind={channel.kind} />
      <PairingForm kind={channel.kind} channelId={channel.id} onDone={onClose} />
    </Dialog>
  );
}
