import { PasswordInput } from '@mantine/core';
import type { Channel } from '#contract/channels.ts';
import { useContractForm } from '#web/lib/form.ts';
import { FormBody } from '#web/lib/FormBody.tsx';
import { useTexts } from '#web/lib/i18n.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { toast } from '#web/ui/toasts.ts';
import { ConnectFailure } from './ConnectFailure.tsx';
import { useReconnectChannel } from './use-channels.ts';

/** Gives a channel a new key; its conversations and flows stay as they are. */
export function ReplaceSecretDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const t = useTexts();
  const reconnect = useReconnectChannel();
  const form = useContractForm({
    schema: async () => (await import('#contract/channels.ts')).reconnectChannel.body.required(),
    initial: { secret: '' },
    secrets: ['secret'],
    submit: async ({ secret }) => {
      await reconnect.mutateAsync({ channelId: channel.id, secret });
      toast.success({ title: t('channels:checked') });
      onClose();
    },
  });
  return (
    <Dialog title={t(`channels:replace_${channel.kind}`)} onClose={onClose}>
      <FormBody
        form={form}
        isDialog
        submit={t('channels:replace_submit')}
        failure={<ConnectFailure error={form.failure} />}
      >
        <PasswordInput
          label={t(channel.kind === 'dialog360' ? 'channels:dialog360.api_key' : 'channels:telegram.token')}
          description={t('channels:replace_help')}
          autoComplete="off"
          data-autofocus
          {...form.field('secret')}
        />
      </FormBody>
    </Dialog>
  );
}
