import { Button, Card, Code, Skeleton, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import classes from './integrations.module.css';
import { useApiConnection } from './use-integrations.ts';
import { DisconnectDialog } from '#web/connections/list/DisconnectDialog.tsx';

/** Where programs say things happen: the names they use and what they are called. */
export function ApiBranches() {
  const t = useTexts();
  const connection = useApiConnection();
  const [confirming, setConfirming] = useState<boolean | null>(null);
  return (
    <Card component="section" aria-label={t('integrations:branches')}>
      <Title order={2}>{t('integrations:branches')}</Title>
      <Text c="dimmed" mt={4}>
        {t('integrations:branches_help')}
      </Text>
      {connection.isPending && <Skeleton height={40} mt="sm" />}
      {connection.isError && <Failure error={connection.error} onRetry={connection.refetch} />}
      {connection.data && (
        <ul className={classes.fields}>
          {connection.data.branches.map(({ id, externalId, title, timeZone }) => (
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
      {connection.data && (
        <Button variant="default" mt="md" w="fit-content" onClick={() => setConfirming(true)}>
          {t('integrations:disconnect')}
        </Button>
      )}
      {connection.data && confirming !== null && (
        <DisconnectDialog
          connection={connection.data}
          words={{ title: t('integrations:disconnect_title'), text: t('integrations:disconnect_text') }}
          isOpen={confirming}
          onClose={() => setConfirming(false)}
        />
      )}
    </Card>
  );
}
