import { Text } from '@mantine/core';
import { lazy } from 'react';
import type { Connection } from '#contract/connections.ts';
import { type Text as Texts, useTexts } from '#web/lib/i18n.ts';
import { ServicesPage } from '#web/lib/ServicesPage.tsx';
import { ConnectionCard } from './ConnectionCard.tsx';
import { useConnections } from './use-connections.ts';

const ConnectYclients = lazy(async () => ({ default: (await import('./ConnectYclients.tsx')).ConnectYclients }));

/** Route: /accounts/yclients */
export function YclientsPage() {
  const t = useTexts();
  const connections = useConnections('yclients');
  return (
    <ServicesPage
      services={connections}
      words={{
        title: t('connections.yclients.title'),
        add: t('connections.yclients.add'),
        connect: t('connections.yclients.connect'),
        ownerOnly: t('connections.owner_only'),
      }}
      state={(connected) => stateOf(connected, t)}
      guide={
        <Text c="dimmed" mt={4} mb="md">
          {t('connections.yclients.connect_help')}
        </Text>
      }
      form={(connected, onDone) => <ConnectYclients connected={connected} onDone={onDone} />}
      card={(connection, { canChange, onConnect }) => (
        <ConnectionCard key={connection.id} connection={connection} canChange={canChange} onReconnect={onConnect} />
      )}
    />
  );
}

function stateOf(connections: readonly Connection[], t: Texts): string {
  if (connections.length === 0) return t('connections.yclients.none');
  const ill = connections.filter((connection) => connection.state !== 'working').length;
  if (ill > 0) return t('connections.some_ill', { count: ill });
  const branches = connections.flatMap((connection) => connection.branches).filter((branch) => branch.isActive);
  return t('connections.all_well', { count: branches.length });
}
