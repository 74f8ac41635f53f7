import { Alert, Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { API_SCOPES } from '#contract/integrations/values.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { CopyField } from '#web/ui/fields/CopyField.tsx';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { FormActions } from '#web/ui/layout/FormActions.tsx';
import { useCreateToken } from './use-integrations.ts';

type Props = { onMade: (secret: string) => void; onClose: () => void };

/** Two steps: what for, and the secret, which is shown this once. */
export function CreateTokenDialog({ onMade, onClose }: Props) {
  const t = useTexts();
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null) {
    return (
      <Dialog title={t('integrations:made_title')} onClose={onClose}>
        <Stack>
          <Alert color="attention" icon={<IconKey size={20} />}>
            {t('integrations:made_text')}
          </Alert>
          <CopyField label={t('integrations:secret')} value={secret} />
          <FormActions isDialog>
            <Button onClick={onClose}>{t('integrations:made_done')}</Button>
          </FormActions>
        </Stack>
      </Dialog>
    );
  }
  return (
    <Dialog title={t('integrations:create')} onClose={onClose}>
      <NewToken
        onMade={(made) => {
          setSecret(made);
          onMade(made);
        }}
      />
    </Dialog>
  );
}

function NewToken({ onMade }: { onMade: (secret: string) => void }) {
  const t = useTexts();
  const create = useCreateToken();
  const form = useContractForm<{ name: string; scopes: string[] }>({
    schema: async () => (await import('#contract/integrations/tokens.ts')).createApiToken.body,
    initial: { name: '', scopes: [...API_SCOPES] },
    submit: async ({ name, scopes }) => {
      const chosen = scopes.flatMap((scope) => wordIn(API_SCOPES, scope) ?? []);
      const { secret } = await create.mutateAsync({ name, scopes: chosen });
      onMade(secret);
    },
  });
  return (
    <FormBody form={form} isDialog submit={t('integrations:create')}>
      <TextInput
        label={t('integrations:name')}
        description={t('integrations:name_help')}
        placeholder={t('integrations:name_example')}
        autoComplete="off"
        data-autofocus
        {...form.field('name')}
      />
      <Checkbox.Group
        label={t('integrations:scopes')}
        description={t('integrations:scopes_help')}
        {...form.field('scopes')}
      >
        <Stack gap={8} mt={8}>
          {API_SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={t(`integrations:scope.${scope}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormBody>
  );
}
