import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import type { ChannelId, ChannelKind } from '#contract/channels/calls.ts';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { ConnectFailure } from '#web/channels/connecting/ConnectFailure.tsx';
import { PairingPanel } from './PairingPanel.tsx';
import { pairingWords } from '#web/channels/channel-appearances.ts';
import { type Joining, useJoining } from './use-joining.ts';
import { useOpenPairing, usePairing, useStartPairing } from './use-pairing.ts';

type Props = {
  kind: ChannelKind;
  /** The channel to link again; absent: a new one is linked. */
  channelId?: ChannelId;
  onDone: () => void;
};

/** Links a phone: shows what it must scan or enter, and how far it is. */
export function PairingForm({ kind, channelId, onDone }: Props) {
  const t = useTexts();
  const open = useOpenPairing(channelId ? null : kind);
  const start = useStartPairing();
  const startedId = start.data?.channelId ?? open.data?.channelId ?? null;
  const pairing = usePairing(startedId);
  const joining = useJoining(kind);
  // The channel of a number that was connected before takes the place of the new one.
  const isReplaced = isRefused(pairing.error, 'channel.not_found') && pairing.data?.state === 'loading';
  const isConnected = pairing.data?.state === 'Authorized' || isReplaced;
  const finish = useEffectEvent(() => {
    toast.success({ title: t('channels:pairing.connected') });
    onDone();
  });
  useEffect(() => {
    if (isConnected) finish();
  }, [isConnected]);

  const words = pairingWords(kind);
  const begin = () => start.mutate({ kind, ...(channelId && { channelId }) });
  const beginBy = (way: Joining) => {
    joining.change(way);
    begin();
  };
  const isBusy = start.isPending || (startedId !== null && pairing.isPending);
  if (open.isLoading)
    return (
      <Loading>
        <Skeleton height={96} />
      </Loading>
    );
  if (startedId !== null && pairing.data && !isConnected)
    return (
      <Stack gap="sm">
        <PairingPanel pairing={pairing.data} readAt={pairing.dataUpdatedAt} joining={joining} />
        {pairing.data.expiresAt === null && (
          <BeginButton label={t(`channels:${words}.new_code`)} isBusy={start.isPending} onBegin={begin} />
        )}
        <ConnectFailure error={start.error} />
      </Stack>
    );
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t(`channels:${words}.rules`)}
      </Text>
      <ConnectFailure error={start.error} />
      {joining.other ? (
        <Group gap="xs">
          <BeginButton
            label={t(`channels:${joining.way === 'scan' ? 'pairing' : 'phone_code'}.start`)}
            isBusy={isBusy}
            onBegin={() => beginBy(joining.way)}
          />
          <Button variant="default" disabled={isBusy} onClick={() => joining.other && beginBy(joining.other)}>
            {t(`channels:${joining.other === 'scan' ? 'pairing' : 'phone_code'}.start`)}
          </Button>
        </Group>
      ) : (
        <BeginButton label={t(`channels:${words}.start`)} isBusy={isBusy} onBegin={begin} />
      )}
    </Stack>
  );
}

type BeginProps = { label: string; isBusy: boolean; onBegin: () => void };

function BeginButton({ label, isBusy, onBegin }: BeginProps) {
  return (
    <Button loading={isBusy} onClick={onBegin} style={{ alignSelf: 'start' }}>
      {label}
    </Button>
  );
}
