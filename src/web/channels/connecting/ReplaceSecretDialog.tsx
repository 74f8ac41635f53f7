import { CHANNEL_KINDS } from '#contract/channels/kinds.ts';
import type { Channel } from '#contract/channels/calls.ts';
import { CredentialInput } from '#web/lib/forms/CredentialInput.tsx';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { ConnectFailure } from './ConnectFailure.tsx';
import { useReconnectChannel } from '#web/channels/use-channels.ts';

/** Gives a channel new secrets; its conversations and flows stay as they are. */
export function ReplaceSecretDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const t = useTexts();
  const reconnect = useReconnectChannel();
  const fields = CHANNEL_KINDS[channel.kind].fields.filter(({ shape }) => shape === 'secret');
  const form = useContractForm<Record<string, string>>({
    schema: async () => (await import('#contract/channels/calls.ts')).secretBodyOf(channel.kind),
    initial: Object.fromEntries(fields.map(({ name }) => [name, ''])),
    secrets: fields.map(({ name }) => name),
    submit: async (secrets) => {
      await reconnect.mutateAsync({ channelId: channel.id, secrets });
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
        {fields.map((field, index) => (
          <CredentialInput
            key={field.name}
            shape={field.shape}
            label={t(field.label)}
            description={t('channels:replace_help')}
            data-autofocus={index === 0}
            {...form.field(field.name)}
          />
        ))}
      </FormBody>
    </Dialog>
  );
}
