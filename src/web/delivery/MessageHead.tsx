import { Anchor, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { MessageTrace } from '#contract/delivery/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { senderName, senderPath } from '#web/lib/pages/sender.ts';
import { TestBadge } from '#web/ui/feedback/StatusBadge.tsx';
import classes from './delivery.module.css';

type Props = { trace: MessageTrace; isForeign: boolean };

/** The contact and the sender, with links in the member's own cabinet. */
export function MessageHead({ trace: { entry, isSenderThere }, isForeign }: Props) {
  const t = useTexts();
  const formatPhone = useFormatPhone();
  const { contactId, contactName, isToOwner } = entry;
  const sender = senderName(entry, t);
  const path = isSenderThere && !isForeign ? senderPath(entry) : null;
  const phone = entry.phone && formatPhone(entry.phone);
  const name =
    (isToOwner && t('delivery:to_you')) ||
    contactName ||
    phone ||
    t(contactId ? 'delivery:nameless' : 'delivery:no_client');
  return (
    <>
      <Title order={2}>
        {contactId && !isForeign ? (
          <Anchor
            component={Link}
            to={`/contacts/${contactId}`}
            inherit
            c="inherit"
            underline="always"
            className={classes.headLink}
          >
            {name}
          </Anchor>
        ) : (
          name
        )}
      </Title>
      <Text c="dimmed">
        {(contactName || isToOwner) && phone && `${phone} · `}
        {path ? (
          <Anchor component={Link} to={path} inherit underline="always" className={classes.headLink}>
            {sender}
          </Anchor>
        ) : (
          sender
        )}{' '}
        {entry.isTest && <TestBadge />}
      </Text>
    </>
  );
}
