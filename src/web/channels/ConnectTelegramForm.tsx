import { PasswordInput, TextInput } from '@mantine/core';
import { useTexts } from '#web/lib/i18n.ts';
import { ConnectForm } from './ConnectForm.tsx';
import { useConnectTelegramBot } from './use-channels.ts';

/** Asks for what a Telegram bot needs. */
export function ConnectTelegramForm({ onDone }: { onDone: () => void }) {
  const t = useTexts();
  const connect = useConnectTelegramBot();
  return (
    <ConnectForm
      schema={async () => (await import('#contract/channels.ts')).connectTelegramBot.body}
      initial={{ title: '', token: '' }}
      draftKey="channels:telegram"
      secret="token"
      connect={connect.mutateAsync}
      onDone={onDone}
    >
      {(field) => (
        <>
          <PasswordInput
            label={t('channels:telegram.token')}
            description={t('channels:secret_help')}
            autoComplete="off"
            {...field('token')}
          />
          <TextInput
            label={t('channels:telegram.name')}
            description={t('channels:telegram.name_help')}
            {...field('title')}
          />
        </>
      )}
    </ConnectForm>
  );
}
