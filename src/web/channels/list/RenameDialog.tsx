import { TextInput } from '@mantine/core';
import type { Channel } from '#contract/channels/calls.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { ConnectFailure } from '#web/channels/connecting/ConnectFailure.tsx';
import { useRenameChannel } from '#web/channels/use-channels.ts';

/** Changes the name a channel has in the cabinet. */
export function RenameDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const t = useTexts();
  const rename = useRenameChannel();
  const form = useContractForm({
    schema: async () => (await import('#contract/channels/calls.ts')).renameChannel.body,
    initial: { title: channel.title },
    submit: async ({ title }) => {
      await rename.mutateAsync({ channelId: channel.id, title });
      onClose();
    },
  });
  return (
    <Dialog title={t('channels:rename')} onClose={onClose}>
      <FormBody
        form={form}
        isDialog
        submit={t('channels:rename_submit')}
        failure={<ConnectFailure error={form.failure} />}
      >
        <TextInput label={t('channels:name')} data-autofocus {...form.field('title')} />
      </FormBody>
    </Dialog>
  );
}
