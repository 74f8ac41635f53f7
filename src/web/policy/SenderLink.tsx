import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { SenderId, SenderKind } from '#contract/senders/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { senderName, senderPath } from '#web/lib/pages/sender.ts';

type Props = { senderId: SenderId; kind: SenderKind; title: string };

/** The sender's name, linked to its page where it has one. */
export function SenderLink({ senderId, kind, title }: Props) {
  const t = useTexts();
  const path = senderPath({ senderId, senderKind: kind });
  const name = senderName({ senderKind: kind, senderTitle: title }, t);
  return path ? (
    <Anchor component={Link} to={path}>
      {name}
    </Anchor>
  ) : (
    name
  );
}
