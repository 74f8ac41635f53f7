import { Anchor, Select, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { declarationOf } from '#contract/channels/kinds.ts';
import type { Branch } from '#contract/connections/calls.ts';
import { useChannels } from '#web/channels/use-channels.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useSetBranchChannel } from '#web/connections/use-connections.ts';

const MESSENGER = 'WhatsApp';
/** The order of channels that the cabinet has. */
const USUAL = '';

/** The WhatsApp account from which the messages of one branch leave. */
export function ClinicChannel({ branch, canChange }: { branch: Branch; canChange: boolean }) {
  const t = useTexts();
  const channels = useChannels();
  const set = useSetBranchChannel();
  if (!channels.data) return null;
  const accounts = channels.data.filter(
    ({ kind, state }) => declarationOf(kind).chat?.name === MESSENGER && state !== 'init',
  );
  if (accounts.length === 0)
    return (
      <Text size="sm">
        {t('connections:medflex.whatsapp_none')}{' '}
        <Anchor component={Link} to="/accounts/whats-app">
          {t('connections:medflex.whatsapp_connect')}
        </Anchor>
      </Text>
    );
  const chosen = set.isPending ? set.variables.channelId : branch.channelId;
  return (
    <Select
      maw={420}
      label={t('connections:medflex.whatsapp')}
      description={t('connections:medflex.whatsapp_help')}
      allowDeselect={false}
      disabled={!canChange || set.isPending}
      data={[
        { value: USUAL, label: t('connections:medflex.whatsapp_usual') },
        ...accounts.map(({ id, title, address }) => ({
          value: id as string,
          label: title === address || address === '' ? title : `${title}, ${address}`,
        })),
      ]}
      value={accounts.some(({ id }) => id === chosen) ? chosen : USUAL}
      onChange={(value) => {
        const channelId = accounts.find(({ id }) => id === value)?.id ?? null;
        set.mutate({ connectionId: branch.connectionId, branchId: branch.id, channelId });
      }}
    />
  );
}
