import { Button, Card, CloseButton, Group, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Connection } from '#contract/connections.ts';
import { type Text as Texts, useTexts } from '#web/lib/i18n.ts';
import { useSession } from '#web/lib/session.ts';
import { Failure } from '#web/ui/Failure.tsx';
import { Loading } from '#web/ui/Loading.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { ConnectionCard } from './ConnectionCard.tsx';
import classes from './connections.module.css';
import { ConnectYclients } from './ConnectYclients.tsx';
import { useConnections } from './use-connections.ts';

/** Route: /accounts/yclients */
export function YclientsPage() {
  const t = useTexts();
  const session = useSession();
  const connections = useConnections('yclients');
  const [isAdding, setAdding] = useState(false);
  const isOwner = session.isAuthenticated && session.user.memberRole === 'owner';

  if (connections.isPending) return <Loading />;
  if (connections.isError) return <Failure error={connections.error} onRetry={connections.refetch} />;

  const isFirst = connections.data.length === 0;
  const isFormShown = isOwner && (isFirst || isAdding);
  return (
    <>
      <PageHead
        title={t('connections.yclients.title')}
        state={stateOf(connections.data, t)}
        action={
          isOwner && !isFormShown ? (
            <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
              {t('connections.yclients.add')}
            </Button>
          ) : undefined
        }
      />
      <Stack gap="lg">
        {isFormShown && (
          <Card className={classes.connect}>
            <Group justify="space-between" wrap="nowrap">
              <Title order={2}>{t('connections.yclients.connect')}</Title>
              {!isFirst && (
                <CloseButton aria-label={t('connections.close')} size="lg" onClick={() => setAdding(false)} />
              )}
            </Group>
            <Text c="dimmed" mt={4} mb="md">
              {t('connections.yclients.connect_help')}
            </Text>
            <ConnectYclients connected={connections.data} onDone={() => setAdding(false)} />
          </Card>
        )}
        {connections.data.map((connection) => (
          <ConnectionCard
            key={connection.id}
            connection={connection}
            canChange={isOwner}
            onReconnect={() => setAdding(true)}
          />
        ))}
        {!isOwner && isFirst && <Text c="dimmed">{t('connections.owner_only')}</Text>}
      </Stack>
    </>
  );
}

function stateOf(connections: readonly Connection[], t: Texts): string {
  if (connections.length === 0) return t('connections.yclients.none');
  const ill = connections.filter((connection) => connection.state !== 'working').length;
  if (ill > 0) return t('connections.some_ill', { count: ill });
  const branches = connections.flatMap((connection) => connection.branches).filter((branch) => branch.isActive);
  return t('connections.all_well', { count: branches.length });
}
