import { Text } from '@mantine/core';
import { lazy } from 'react';
import type { Connection } from '#contract/connections.ts';
import { type Text as Texts, useTexts } from '#web/lib/i18n.ts';
import { ServicesPage } from '#web/lib/ServicesPage.tsx';
import type { VendorKind } from './connection-kinds.ts';
import { useConnections } from './use-connections.ts';

const ConnectionCard = lazy(async () => ({ default: (await import('./ConnectionCard.tsx')).ConnectionCard }));
const ConnectVendor = lazy(async () => ({ default: (await import('./ConnectVendor.tsx')).ConnectVendor }));

/** Route: /accounts/yclients */
export const YclientsPage = () => <VendorPage kind="yclients" />;

/** Route: /accounts/altegio */
export const AltegioPage = () => <VendorPage kind="altegio" />;

function VendorPage({ kind }: { kind: VendorKind }) {
  const t = useTexts();
  const system = t(`app:menu.${kind}`);
  const connections = useConnections(kind);
  return (
    <ServicesPage
      services={connections}
      words={{
        title: system,
        add: t('connections:vendor.add'),
        connect: t(`connections:${kind}.connect`),
        ownerOnly: t('connections:owner_only', { system }),
      }}
      state={(connected) => stateOf(connected, t)}
      guide={
        <Text c="dimmed" mt={4} mb="md">
          {t('connections:vendor.connect_help')}
        </Text>
      }
      form={(connected, onDone) => <ConnectVendor kind={kind} connected={connected} onDone={onDone} />}
      card={(connection, { canChange, onConnect }) => (
        <ConnectionCard key={connection.id} connection={connection} canChange={canChange} onReconnect={onConnect} />
      )}
    />
  );
}

function stateOf(connections: readonly Connection[], t: Texts): string {
  if (connections.length === 0) return t('connections:vendor.none');
  const ill = connections.filter((connection) => connection.state !== 'working').length;
  if (ill > 0) return t('connections:some_ill', { count: ill });
  const branches = connections.flatMap((connection) => connection.branches).filter((branch) => branch.isActive);
  return t('connections:all_well', { count: branches.length });
}
