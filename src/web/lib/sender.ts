import type { SenderId, SenderKind } from '#contract/senders.ts';
import { type Text, useTexts } from './i18n.ts';

type Named = { senderKind: SenderKind; senderTitle: string };

/** Names senders as people read them: by the title, or by what the kind is called. */
export function useSenderName(): (sender: Named) => string {
  const t = useTexts();
  return (sender) => senderName(sender, t);
}

export function senderName({ senderKind, senderTitle }: Named, t: Text): string {
  return senderTitle || t(`delivery:sender.${senderKind}`);
}

/** Page of the sender; null where it has none. */
export function senderPath({ senderId, senderKind }: { senderId: SenderId; senderKind: SenderKind }): string | null {
  if (senderKind === 'mailing') return `/distributions/edit/${senderId}`;
  return senderKind === 'flow' || senderKind === 'report' ? `/flows/edit/${senderId}` : null;
}
