import { Stack } from '@mantine/core';
import type { Connection } from '#contract/connections/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { SecretField } from './SecretField.tsx';

type Props = {
  connection: Pick<Connection, 'id' | 'foreignAccount' | 'branches'>;
  signatures: NonNullable<Connection['signatures']>;
  canChange: boolean;
};

/** Events that were refused for their signature or their shop, and the field of the secret, which is never shown. */
export function SigningSecret({ connection, signatures: { failures, failedAt }, canChange }: Props) {
  const t = useTexts();
  const format = useFormat();
  const { foreignAccount: foreign, branches } = connection;
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
        <SecretField
          connectionId={connection.id}
          label={t('connections:shopify.signature.secret')}
          help={t('connections:shopify.signature.secret_help')}
          button={t('connections:shopify.signature.save')}
          saved={t('connections:shopify.signature.saved')}
        />
      )}
    </Stack>
  );
}
