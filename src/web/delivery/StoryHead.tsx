import { Anchor, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { MessageTrace } from '#contract/delivery.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { useFormatPhone } from '#web/lib/phone.ts';
import { TestBadge } from '#web/ui/StatusBadge.tsx';
import classes from './delivery.module.css';

/** Whom it is about, and which flow: each a way to its page. */
export function StoryHead({ trace: { entry, isFlowThere } }: { trace: MessageTrace }) {
  const t = useTexts();
  const formatPhone = useFormatPhone();
  const { contactId, contactName, flowId, flowTitle, isToOwner } = entry;
  const phone = entry.phone && formatPhone(entry.phone);
  const name =
    (isToOwner && t('delivery:to_you')) ||
    contactName ||
    phone ||
    t(contactId ? 'delivery:nameless' : 'delivery:no_client');
  return (
    <>
      <Title order={2}>
        {contactId ? (
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
        {(contactName || isToOwner) && phone && `${phone}${flowTitle ? ' · ' : ''}`}
        {flowId && isFlowThere ? (
          <Anchor component={Link} to={`/flows/edit/${flowId}`} inherit underline="always" className={classes.headLink}>
            {flowTitle}
          </Anchor>
        ) : (
          flowTitle
        )}{' '}
        {entry.isTest && <TestBadge />}
      </Text>
    </>
  );
}
