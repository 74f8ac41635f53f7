import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { connectTelegramBot } from '#contract/channels.ts';
import { useContractForm } from '#web/lib/form.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { toast } from '#web/ui/toasts.ts';
import { ConnectFailure } from './ConnectFailure.tsx';
import { useConnectTelegramBot } from './use-channels.ts';

/** Asks for what a Telegram bot needs. */
export function ConnectTelegramForm({ onDone }: { onDone: () => void }) {
  const t = useTexts();
  const connect = useConnectTelegramBot();
  const { field, formProps, isBusy, failure } = useContractForm({
    schema: connectTelegramBot.body,
    initial: { title: '', token: '' },
    draftKey: 'channels.telegram',
    secrets: ['token'],
    submit: async (values) => {
      await connect.mutateAsync(values);
      toast.success({ title: t('channels.connected') });
      onDone();
    },
  });
  return (
    <form {...formProps}>
      <Stack>
        <PasswordInput
          label={t('channels.telegram.token')}
          description={t('channels.secret_help')}
          autoComplete="off"
          {...field('token')}
        />
        <TextInput
          label={t('channels.telegram.name')}
          description={t('channels.telegram.name_help')}
          {...field('title')}
        />
        <ConnectFailure error={failure} />
        <Button type="submit" loading={isBusy}>
          {t('channels.telegram.submit')}
        </Button>
      </Stack>
    </form>
  );
}
