import { Button, Group, PasswordInput, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import type { Connection } from '#contract/connections/calls.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { useChangeSignatures } from '#web/connections/use-connections.ts';

type Props = { connection: Pick<Connection, 'id'>; signatures: NonNullable<Connection['signatures']> };

/** Signatures that do not match, the field of the secret, and the switch of the verification. */
export function Signatures({ connection, signatures: { failures, isVerified } }: Props) {
  const t = useTexts();
  const change = useChangeSignatures(connection.id);
  const [secret, setSecret] = useState('');
  const save = (body: { secret: string } | { isVerified: boolean }, done: string) =>
    change.mutate(body, {
      onSuccess: () => {
        setSecret('');
        toast.success({ title: done });
      },
      onError: (error) => toast.error({ title: problemText(error, t) }),
    });

  return (
    <Stack gap="sm">
      {failures > 0 && (
        <TroubleAlert tone="attention" title={t('connections:chatwoot.signature.failed', { count: failures })}>
          {t('connections:chatwoot.signature.todo')}
        </TroubleAlert>
      )}
      {failures > 0 && (
        <Group align="end">
          <PasswordInput
            flex={1}
            autoComplete="off"
            label={t('connections:chatwoot.signature.secret')}
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
          />
          <Button
            variant="default"
            disabled={secret.trim() === ''}
            loading={change.isPending}
            onClick={() => save({ secret }, t('connections:chatwoot.signature.saved'))}
          >
            {t('connections:chatwoot.signature.save')}
          </Button>
        </Group>
      )}
      <Switch
        label={t('connections:chatwoot.signature.verify')}
        description={t('connections:chatwoot.signature.verify_help')}
        checked={isVerified}
        disabled={change.isPending}
        onChange={(event) =>
          save({ isVerified: event.currentTarget.checked }, t('connections:chatwoot.signature.changed'))
        }
      />
    </Stack>
  );
}
