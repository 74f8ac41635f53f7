import { Anchor, Button, Group, Select, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ClinicAccount } from '#contract/assistants/clinics.ts';
import type { Connection, ConnectionId } from '#contract/connections/calls.ts';
import { pageOf } from '#web/connections/connection-appearances.ts';
import { useSession } from '#web/lib/api/session.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { useDisconnectClinics } from './use-clinics.ts';

const PAGE = pageOf('medflex');

type Props = {
  account: ClinicAccount;
  connections: readonly Connection[];
  /** Null: the first one. */
  chosen: ConnectionId | null;
  onChoose: (connectionId: ConnectionId) => void;
};

/** The connection by which the assistant books; where there is none, the way to connect the clinic. */
export function MedflexAccount({ account, connections, chosen, onChoose }: Props) {
  const t = useTexts();
  const session = useSession();
  const canOpen = useCanOpen();
  const isConnected = account.connectedAt !== null;
  const isOwner = session.isAuthenticated && session.user.memberRole === 'owner';
  const shown = chosen ?? account.connectionId;
  return (
    <Stack gap="sm">
      {(connections.length > 1 || (chosen !== null && !isConnected && connections.length > 0)) && (
        <Select
          maw={420}
          label={t('assistants:clinic.connection')}
          allowDeselect={false}
          data={connections.map(({ id, title }) => ({ value: id as string, label: title }))}
          value={connections.some(({ id }) => id === shown) ? shown : null}
          onChange={(value) => {
            const one = connections.find(({ id }) => id === value);
            if (one) onChoose(one.id);
          }}
        />
      )}
      {isConnected && account.trouble === null && (
        <Text size="sm">
          {t('assistants:clinic.connected', { clinics: account.clinics.map(({ title }) => title).join(', ') })}
        </Text>
      )}
      {account.trouble !== null && (
        <Text size="sm" c="bad" role="alert">
          {t(`assistants:clinic.${account.trouble}`)}
        </Text>
      )}
      {!isOwner && !isConnected && <Text size="sm">{t('assistants:clinic.owner_only')}</Text>}
      {isOwner && (
        <Group gap="sm">
          {canOpen(PAGE) && (
            <Anchor component={Link} to={PAGE} fz="sm" underline="always">
              {t(isConnected ? 'assistants:clinic.manage' : 'assistants:clinic.connect')}
            </Anchor>
          )}
          {isConnected && account.connectionId === null && <Disconnect />}
        </Group>
      )}
    </Stack>
  );
}

function Disconnect() {
  const t = useTexts();
  const disconnect = useDisconnectClinics();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" color="bad" onClick={() => setOpen(true)}>
        {t('assistants:clinic.disconnect')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={t('assistants:clinic.disconnect_title')}
        text={t('assistants:clinic.disconnect_text')}
        confirmLabel={t('assistants:clinic.disconnect')}
        isBusy={disconnect.isPending}
        isDangerous
        onConfirm={() => disconnect.mutate(undefined, { onSettled: () => setOpen(false) })}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
