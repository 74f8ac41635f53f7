import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ClinicAccount } from '#contract/assistants/clinics.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useSession } from '#web/lib/api/session.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ConfirmDialog } from '#web/ui/layout/ConfirmDialog.tsx';
import { useConnectClinics, useDisconnectClinics } from './use-clinics.ts';

/** The clinic's account: what is connected, and the owner's way to connect, replace and disconnect it. */
export function MedflexAccount({ account }: { account: ClinicAccount }) {
  const t = useTexts();
  const session = useSession();
  const [isEntering, setEntering] = useState(false);
  const isConnected = account.connectedAt !== null;
  const isOwner = session.isAuthenticated && session.user.memberRole === 'owner';
  return (
    <Stack gap="sm">
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
      {isOwner && isEntering && <TokenField onClose={() => setEntering(false)} />}
      {isOwner && !isEntering && (
        <Group gap="sm">
          <Button variant="default" onClick={() => setEntering(true)}>
            {t(isConnected ? 'assistants:clinic.replace' : 'assistants:clinic.connect')}
          </Button>
          {isConnected && <Disconnect />}
        </Group>
      )}
    </Stack>
  );
}

/** NOTE: it stands inside the form of the settings, so that it is no form of its own. */
function TokenField({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const connect = useConnectClinics();
  const [token, setToken] = useState('');
  const send = () => {
    if (token.trim() !== '' && !connect.isPending) connect.mutate(token, { onSuccess: onClose });
  };
  return (
    <Stack gap="sm">
      <PasswordInput
        label={t('assistants:clinic.token')}
        description={t('assistants:clinic.token_help')}
        autoComplete="off"
        data-autofocus
        value={token}
        error={connect.error ? problemText(connect.error, t) : undefined}
        onChange={({ currentTarget }) => setToken(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          send();
        }}
      />
      <Group gap="sm">
        <Button onClick={send} loading={connect.isPending} disabled={token.trim() === ''}>
          {t('assistants:clinic.connect')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('assistants:clinic.cancel')}
        </Button>
      </Group>
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
