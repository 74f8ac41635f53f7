import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CohortPerson } from '#contract/insights/cohorts.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import classes from '#web/insights/insights.module.css';
import results from '#web/insights/results.module.css';

type Props = { person: CohortPerson; /** A line about when they were here. */ note: string };

/** A client with what they bought. */
export function ClientRow({ person, note }: Props) {
  const t = useTexts();
  const format = useFormat();
  const formatPhone = useFormatPhone();
  const { contactId, contactName, phone, visits, spent } = person;
  const written = phone && formatPhone(phone);
  return (
    <li className={classes.person}>
      <Text fw={550}>
        <Link className={results.link} to="/contacts/$contactId" params={{ contactId }}>
          {contactName || written || t('insights:conversion.people.nameless')}
        </Link>
      </Text>
      <Text size="sm">{note}</Text>
      <Text size="sm" c="dimmed">
        {[contactName && written, t('insights:cohorts.visits', { count: visits }), format.money(spent)]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </li>
  );
}
