import { Stack } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';
import { CopyField } from '#web/ui/fields/CopyField.tsx';
import { useChannels } from '#web/channels/use-channels.ts';

/** The bots' links, each to be copied. */
export function StartLinks() {
  const t = useTexts();
  const channels = useChannels();
  const bots = (channels.data ?? []).flatMap(({ id, title, state, startUrl }) =>
    state === 'Authorized' && startUrl ? [{ id, title, startUrl }] : [],
  );
  if (bots.length === 0) return null;
  return (
    <Stack gap={8} mt={8} ta="left">
      {bots.map(({ id, title, startUrl }) => (
        <CopyField key={id} label={t('app:give_link', { title })} value={startUrl} />
      ))}
    </Stack>
  );
}
