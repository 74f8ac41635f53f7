import type { SenderKind } from '#contract/senders/calls.ts';
import { isPathOffered } from './brand.ts';
import { declaredRooms } from './declared-rooms.ts';
import { type Text, useTexts } from '#web/lib/format/i18n.ts';
import type { RoomSender } from './room.ts';

type Named = { senderKind: SenderKind; senderTitle: string };

/** Names senders as people read them: by the title, or by what the kind is called. */
export function useSenderName(): (sender: Named) => string {
  const t = useTexts();
  return (sender) => senderName(sender, t);
}

export function senderName({ senderKind, senderTitle }: Named, t: Text): string {
  return senderTitle || t(`senders:${senderKind}.name`);
}

/** Names a sender by its kind and title; without a title, as {@link senderName}. */
export function namedSender({ senderKind, senderTitle }: Named, t: Text): string {
  const named = senderOfKind(senderKind)?.named;
  return named ? t(named, { title: senderTitle }) : senderName({ senderKind, senderTitle }, t);
}

/** Page of the sender; null where it has none on this domain. */
export function senderPath({ senderId, senderKind }: { senderId: string; senderKind: SenderKind }): string | null {
  const path = senderOfKind(senderKind)?.path?.(senderId);
  return path && isPathOffered(path) ? path : null;
}

/** The declaration of a kind; undefined where no room has declared it. */
export function senderOfKind(kind: SenderKind): RoomSender | undefined {
  return declaredRooms()
    .flatMap(({ senders }) => senders ?? [])
    .find((sender) => sender.kind === kind);
}
