import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { RehearsalRow } from '#contract/rehearsal/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import classes from './rehearsal.module.css';

/** A contact's name and phone; the name links to the contact's page. */
export function RehearsedPerson({ row }: { row: Pick<RehearsalRow, 'contactId' | 'contactName' | 'phone'> }) {
  const t = useTexts();
  const formatPhone = useFormatPhone();
  const { contactId, contactName, phone } = row;
  const written = phone && formatPhone(phone);
  return (
    <span className={classes.person}>
      <Link to="/contacts/$contactId" params={{ contactId }} className={classes.link}>
        {contactName || written || t('rehearsal:rows.nameless')}
      </Link>
      {contactName && written && (
        <Text span size="sm" c="dimmed">
          {written}
        </Text>
      )}
    </span>
  );
}
