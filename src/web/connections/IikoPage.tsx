import { Text } from '@mantine/core';
import { lazy } from 'react';
import type { Connection } from '#contract/connections.ts';
import { type Text as Texts, useTexts } from '#web/lib/i18n.ts';
import { ServicesPage } from '#web/lib/ServicesPage.tsx';
import { useConnections } from './use-connections.ts';

const ConnectionCard = lazy(async () => ({ default: (await import('./ConnectionCard.tsx')).ConnectionCard }));
const ConnectIiko = lazy(async () => ({ default: (await import('./ConnectIiko.tsx')).ConnectIiko }));

/** Route: /accounts/iiko */
export function IikoPage() {
  const t = useTexts();
  const connections = useConnections('iiko');
  return (
    <ServicesPage
      services={connections}
      words={{
        title: t('connections:iiko.title'),
        add: t('connections:iiko.add'),
        connect: t('connections:iiko.connect'),
        ownerOnly: t('connections:owner_only', { system: t('app:menu.iiko') }),
      }}
      state={(connected) => stateOf(connected, t)}
      guide={
        <Text c="dimmed" mt={4} mb="md">
          {t('connections:iiko.connect_help')}
        </Text>
      }
      form={(connected, onDone) => <ConnectIiko connected={connected} onDone={onDone} />}
      card={(connection, { canChange, onConnect }) => (
        <ConnectionCard key={connection.id} connection={connection} canChange={canChange} onReconnect={onConnect} />
      )}
    />
  );
}

function stateOf(connections: readonly Connection[], t: Texts): string {
  if (connections.length === 0) return t('connections:iiko.none');
  const ill = connections.filter((connection) => connection.state !== 'working').length;
  if (ill > 0) return t('connections:some_ill', { count: ill });
  const branches = connections.flatMap((connection) => connection.branches).filter((branch) => branch.isActive);
  return t('connections:iiko.all_well', { count: branches.length });
}
