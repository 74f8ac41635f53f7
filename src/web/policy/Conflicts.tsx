import { Card, Skeleton, Text, Title } from '@mantine/core';
import { useTexts } from '#web/lib/i18n.ts';
import { Failure } from '#web/ui/Failure.tsx';
import { ConflictContacts } from './ConflictContacts.tsx';
import { useConflicts } from './use-policy.ts';

/** Where flows that work want the same customer within the days of her budget. */
export function Conflicts() {
  const t = useTexts();
  const meetings = useConflicts();
  return (
    <Card component="section" aria-label={t('policy:meetings.title')}>
      <Title order={2} mb={4}>
        {t('policy:meetings.title')}
      </Title>
      {meetings.isPending && <Skeleton height={44} />}
      {meetings.isError && !meetings.data && <Failure error={meetings.error} onRetry={meetings.refetch} />}
      {meetings.data && (
        <>
          <Text c="dimmed" size="sm">
            {meetings.data.planned.meeting === 0
              ? t('policy:meetings.none', { days: t('policy:days_in', { count: meetings.data.days }) })
              : t('policy:meetings.some', {
                  count: meetings.data.planned.meeting,
                  of: meetings.data.planned.looked,
                  days: t('policy:days_in', { count: meetings.data.days }),
                })}
          </Text>
          <ConflictContacts people={meetings.data.people} of={meetings.data.planned.meeting} />
        </>
      )}
    </Card>
  );
}
