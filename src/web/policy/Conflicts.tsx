import { Card, Skeleton, Text, Title } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { ConflictContacts } from './ConflictContacts.tsx';
import { useConflicts } from './use-policy.ts';

/** Marketing of working senders to the same contact within the days of the frequency cap. */
export function Conflicts() {
  const t = useTexts();
  const conflicts = useConflicts();
  return (
    <Card component="section" aria-label={t('policy:meetings.title')}>
      <Title order={2} mb={4}>
        {t('policy:meetings.title')}
      </Title>
      {conflicts.isPending && <Skeleton height={44} />}
      {conflicts.isError && !conflicts.data && <Failure error={conflicts.error} onRetry={conflicts.refetch} />}
      {conflicts.data && (
        <>
          <Text c="dimmed" size="sm">
            {conflicts.data.planned.meeting === 0
              ? t('policy:meetings.none', { days: t('policy:days_in', { count: conflicts.data.days }) })
              : t('policy:meetings.some', {
                  count: conflicts.data.planned.meeting,
                  of: conflicts.data.planned.looked,
                  days: t('policy:days_in', { count: conflicts.data.days }),
                })}
          </Text>
          <ConflictContacts people={conflicts.data.people} of={conflicts.data.planned.meeting} />
        </>
      )}
    </Card>
  );
}
