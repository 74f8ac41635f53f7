import { PasswordInput, TextInput } from '@mantine/core';
import { useTexts } from '#web/lib/i18n.ts';
import { ConnectForm } from './ConnectForm.tsx';
import { useConnectDialog360 } from './use-channels.ts';

/** Asks for what a WhatsApp number of 360dialog needs. */
export function ConnectDialog360Form({ onDone }: { onDone: () => void }) {
  const t = useTexts();
  const connect = useConnectDialog360();
  return (
    <ConnectForm
      schema={async () => (await import('#contract/channels.ts')).connectDialog360.body}
      initial={{ title: '', phone: '', apiKey: '' }}
      draftKey="channels:dialog360"
      secret="apiKey"
      connect={connect.mutateAsync}
      onDone={onDone}
    >
      {(field) => (
        <>
          <TextInput label={t('channels:name')} description={t('channels:name_help')} {...field('title')} />
          <TextInput
            label={t('channels:dialog360.phone')}
            description={t('channels:dialog360.phone_help')}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            {...field('phone')}
          />
          <PasswordInput
            label={t('channels:dialog360.api_key')}
            description={t('channels:secret_help')}
            autoComplete="off"
            {...field('apiKey')}
          />
        </>
      )}
    </ConnectForm>
  );
}
