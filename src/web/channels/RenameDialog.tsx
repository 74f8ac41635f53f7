import { Button, Stack, TextInput } from '@mantine/core';
import type { Channel } from '#contract/channels.ts';
import { useContractForm } from '#web/lib/form.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormActions } from '#web/ui/FormActions.tsx';
import { ConnectFailure } from './ConnectFailure.tsx';
import { useRenameChannel } from './use-channels.ts';

/** Changes the name a channel has in the cabinet. */
export function RenameDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const t = useTexts();
  const rename = useRenameChannel();
  const { field, formProps, isBusy, failure } = useContractForm({
    schema: async () => (await import('#contract/channels.ts')).renameChannel.body,
    initial: { title: channel.title },
    submit: async ({ title }) => {
      await rename.mutateAsync({ channelId: channel.id, title });
      onClose();
    },
  });
  return (
    <Dialog title={t('channels.rename')} onClose={onClose}>
      <form {...formProps}>
        <Stack>
          <TextInput label={t('channels.name')} data-autofocus {...field('title')} />
          <ConnectFailure error={failure} />
          <FormActions isDialog>
            <Button type="submit" loading={isBusy}>
              {t('channels.rename_submit')}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  );
}
