import type { ChannelKind } from '#contract/channels/calls.ts';
import { isPaired } from '#web/channels/channel-appearances.ts';
import { PairingForm } from '#web/channels/pairing/PairingForm.tsx';
import { ConnectForm } from './ConnectForm.tsx';
import { PartnerButton } from './PartnerButton.tsx';

/** Connects a channel of a kind: by its phone, on the provider's page, or by pasted credentials. */
export function ConnectKind({ kind, onDone }: { kind: ChannelKind; onDone: () => void }) {
  if (isPaired(kind)) return <PairingForm kind={kind} onDone={onDone} />;
  return (
    <>
      <PartnerButton kind={kind} />
      <ConnectForm kind={kind} onDone={onDone} />
    </>
  );
}
