import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Connection } from '#contract/connections/calls.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { useChangeSignatures } from '#web/connections/use-connections.ts';

type Props = {
  connection: Pick<Connection, 'id' | 'foreignAccount' | 'branches'>;
  signatures: NonNullable<Connection['signatures']>;
  canChange: boolean;
};

/** Events that were refused for their signature or their shop, and the field of the secret, which is never shown. */
export function SigningSecret({ connection, signatures: { failures, failedAt }, canChange }: Props) {
  const t = useTexts();
  const format = useFormat();
  const change = useChangeSignatures(connection.id);
  const [secret, setSecret] = useState('');
  const { foreignAccount: foreign, branches } = connection;
  const save = () =>
    change.mutate(
      { secret },
      {
        onSuccess: () => {
          setSecret('');
          toast.success({ title: t('connections:shopify.signature.saved') });
        },
        onError: (error) => toast.error({ title: problemText(error, t) }),
      },
    );

  return (
    <Stack gap="sm">
      {failures > 0 && (
        <TroubleAlert
          tone="bad"
          title={t('connections:shopify.signature.failed', { count: failures })}
          note={failedAt && t('connections:shopify.signature.last', { when: format.near(failedAt) })}
        >
          {t('connections:shopify.signature.todo')}
        </TroubleAlert>
      )}
      {foreign && (
        <TroubleAlert
          tone="attention"
          title={t('connections:shopify.foreign.title', { shop: foreign.name })}
          note={t('connections:shopify.signature.last', { when: format.near(foreign.at) })}
        >
          {t('connections:shopify.foreign.todo', { shop: branches[0]?.externalId ?? '' })}
        </TroubleAlert>
      )}
      {canChange && (
        <Group align="end">
          <PasswordInput
            flex={1}
            autoComplete="off"
            label={t('connections:shopify.signature.secret')}
            description={t('connections:shopify.signature.secret_help')}
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
          />
          <Button variant="default" disabled={secret.trim() === ''} loading={change.isPending} onClick={save}>
            {t('connections:shopify.signature.save')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
