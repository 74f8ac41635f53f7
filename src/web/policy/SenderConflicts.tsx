import { Alert, Text } from '@mantine/core';
import { IconArrowsCross } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { SenderId } from '#contract/senders/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ConflictContacts } from './ConflictContacts.tsx';
import { useConflicts } from './use-policy.ts';

const SHOWN = 3;

/** Warns that messages of a sender conflict with other marketing; shows nothing when none does. */
export function SenderConflicts({ senderId, isWanted = true }: { senderId: SenderId; isWanted?: boolean }) {
  const t = useTexts();
  const { data } = useConflicts(senderId, isWanted);
  if (!data?.isMarketing) return null;
  const { planned, rehearsed, people, limit } = data;
  const days = t('policy:days_in', { count: data.days });
  if (planned.meeting === 0 && !rehearsed?.meeting) return null;
  return (
    <Alert color="attention" icon={<IconArrowsCross size={20} />} mt="sm" title={t('policy:meetings.flow_title')}>
      {planned.meeting > 0 && (
        <Text size="sm">{t('policy:meetings.some', { count: planned.meeting, of: planned.looked, days })}</Text>
      )}
      {planned.meeting === 0 && rehearsed && (
        <Text size="sm">
          {t('policy:meetings.rehearsed', { count: rehearsed.meeting, of: rehearsed.looked, days })}
        </Text>
      )}
      <Text size="sm">
        {t('policy:meetings.rule', { count: limit, days })}{' '}
        <Link to="/contact-policy">{t('policy:meetings.open')}</Link>
      </Text>
      <ConflictContacts people={people.slice(0, SHOWN)} of={planned.meeting || (rehearsed?.meeting ?? 0)} />
    </Alert>
  );
}
