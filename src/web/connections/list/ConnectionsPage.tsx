import { Stack, Text } from '@mantine/core';
import type { Connection } from '#contract/connections/calls.ts';
import { type Text as Texts, useTexts } from '#web/lib/format/i18n.ts';
import { ServicesPage } from '#web/lib/pages/ServicesPage.tsx';
import { appearanceOf, isConsentKind, type PageKind } from '#web/connections/connection-appearances.ts';
import { useConnections } from '#web/connections/use-connections.ts';
import { ConnectionCard } from './ConnectionCard.tsx';
import { ConsentForm } from '#web/connections/consent/ConsentForm.tsx';
import { ConnectForm } from './ConnectForm.tsx';
import { ConnectionParts } from './ConnectionParts.tsx';

/** Routes: the page that each kind of connection declares, e.g. /accounts/yclients */
export function ConnectionsPage({ kind }: { kind: PageKind }) {
  const t = useTexts();
  const system = t(`app:menu.${kind}`);
  const { texts } = appearanceOf(kind);
  const connections = useConnections(kind);
  return (
    <ServicesPage
      services={connections}
      words={{
        title: system,
        add: t(`${texts}.add`),
        connect: t(`connections:${kind}.connect`),
        ownerOnly: t('connections:owner_only', { system }),
      }}
      state={(connected) => stateOf(connected, texts, t)}
      guide={
        <Text c="dimmed" mt={4} mb="md">
          {t(`${texts}.connect_help`)}
        </Text>
      }
      form={(connected, onDone) =>
        isConsentKind(kind) ? (
          <ConsentForm kind={kind} />
        ) : (
          <ConnectForm kind={kind} connected={connected} onDone={onDone} />
        )
      }
      card={(connection, { canChange, onConnect }) => (
        <Stack key={connection.id} gap="lg">
          <ConnectionCard connection={connection} canChange={canChange} onReconnect={onConnect} />
          <ConnectionParts connection={connection} canChange={canChange} />
        </Stack>
      )}
    />
  );
}

function stateOf(
  connections: readonly Connection[],
  texts: ReturnType<typeof appearanceOf>['texts'],
  t: Texts,
): string {
  if (connections.length === 0) return t(`${texts}.none`);
  const ill = connections.filter((connection) => connection.state !== 'working').length;
  if (ill > 0) return t('connections:some_ill', { count: ill });
  const branches = connections.flatMap((connection) => connection.branches).filter((branch) => branch.isActive);
  return t(`${texts}.all_well`, { count: branches.length });
}
