import { Card, Code, Skeleton, Text, Title } from '@mantine/core';
import { useTexts } from '#web/lib/i18n.ts';
import { Failure } from '#web/ui/Failure.tsx';
import classes from './integrations.module.css';
import { useApiBranches } from './use-integrations.ts';

/** Where programs say things happen: the names they use and what they are called. */
export function ApiBranches() {
  const t = useTexts();
  const branches = useApiBranches();
  return (
    <Card component="section" aria-label={t('integrations.branches')}>
      <Title order={2}>{t('integrations.branches')}</Title>
      <Text c="dimmed" mt={4}>
        {t('integrations.branches_help')}
      </Text>
      {branches.isPending && <Skeleton height={40} mt="sm" />}
      {branches.isError && <Failure error={branches.error} onRetry={branches.refetch} />}
      {branches.data && (
        <ul className={classes.fields}>
          {branches.data.map(({ id, externalId, title, timeZone }) => (
            <li key={id}>
              <Code>{externalId}</Code>
              <Text size="sm">{title}</Text>
              <Text size="sm" c="dimmed">
                {timeZone}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
