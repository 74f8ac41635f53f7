import { Stack, Switch } from '@mantine/core';
import type { Connection } from '#contract/connections/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { useChangeSignatures } from '#web/connections/use-connections.ts';
import { SecretField } from './SecretField.tsx';

type Props = { connection: Pick<Connection, 'id'>; signatures: NonNullable<Connection['signatures']> };

/** Signatures that do not match, the field of the secret, and the switch of the verification. */
export function Signatures({ connection, signatures: { failures, isVerified } }: Props) {
  const t = useTexts();
  const change = useChangeSignatures(connection.id, t('connections:chatwoot.signature.changed'));
  return (
    <Stack gap="sm">
      {failures > 0 && (
        <TroubleAlert tone="attention" title={t('connections:chatwoot.signature.failed', { count: failures })}>
          {t('connections:chatwoot.signature.todo')}
        </TroubleAlert>
      )}
      {failures > 0 && (
        <SecretField
          connectionId={connection.id}
          label={t('connections:chatwoot.signature.secret')}
          button={t('connections:chatwoot.signature.save')}
          saved={t('connections:chatwoot.signature.saved')}
        />
      )}
      <Switch
        label={t('connections:chatwoot.signature.verify')}
        description={t('connections:chatwoot.signature.verify_help')}
        checked={isVerified}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ isVerified: event.currentTarget.checked })}
      />
    </Stack>
  );
}
