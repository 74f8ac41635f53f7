import { Anchor, Card, Select, Stack, Text, Title } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { PASS_ON_MINUTES } from '#contract/channels/cascade-values.ts';
import type { Cascade } from '#contract/channels/cascade.ts';
import { traitsOf } from '#contract/channels/kinds.ts';
import type { Channel } from '#contract/channels/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { useSession } from '#web/lib/api/session.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { OrderList } from '#web/ui/lists/OrderList.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import classes from '#web/channels/channels.module.css';
import { KindChoice } from '#web/channels/connecting/KindChoice.tsx';
import { CHANNEL_TONES } from './channel-tones.ts';
import { OtherSystems } from './OtherSystems.tsx';
import { useCascade, useSaveCascade } from '#web/channels/use-cascade.ts';
import { useChannels } from '#web/channels/use-channels.ts';

/** Routes: /accounts. The channels in the order they are tried, and when a message goes on to the next one. */
export function AccountsPage() {
  const t = useTexts();
  const channels = useChannels();
  const cascade = useCascade();
  const canOpen = useCanOpen();
  const isOwner = useIsOwner();
  return (
    <>
      <PageHead title={t('cascade:title')} state={t('cascade:state')} />
      <Stack gap="lg">
        {channels.data && cascade.data ? (
          <Overview channels={channels.data} cascade={cascade.data} />
        ) : (
          <Missing failed={[channels, cascade].find(({ isError }) => isError)} />
        )}
        {isOwner && canOpen('/accounts/api') && <OtherSystems />}
      </Stack>
    </>
  );
}

function useIsOwner(): boolean {
  const session = useSession();
  return session.isAuthenticated && session.user.memberRole === 'owner';
}

function Missing({ failed }: { failed: { error: Error | null; refetch: () => unknown } | undefined }) {
  if (failed) return <Failure error={failed.error} onRetry={failed.refetch} />;
  return (
    <Loading>
      <RowsSkeleton rows={4} />
    </Loading>
  );
}

function Overview({ channels, cascade }: { channels: readonly Channel[]; cascade: Cascade }) {
  const t = useTexts();
  const navigate = useNavigate();
  const save = useSaveCascade();
  const isOwner = useIsOwner();
  const inOrder = cascade.channelIds.flatMap((id) => channels.find((channel) => channel.id === id) ?? []);
  if (inOrder.length === 0) {
    return isOwner ? (
      <Card component="section" className={classes.overview}>
        <Text mb="md">{t('cascade:none')}</Text>
        <KindChoice onChoose={(kind) => void navigate({ to: CHANNEL_APPEARANCES[kind].path })} />
      </Card>
    ) : (
      <EmptyState icon={<IconPlugConnected size={36} stroke={1.5} />} text={t('cascade:none')} />
    );
  }
  return (
    <Stack gap="lg" className={classes.overview}>
      <Card component="section" aria-label={t('cascade:order')}>
        <Title order={2}>{t('cascade:order')}</Title>
        <Text size="sm" c="dimmed" mt={4}>
          {t('cascade:order_help')}
        </Text>
        <OrderList
          items={inOrder.map((channel) => ({
            key: channel.id,
            title: channel.title,
            content: <ChannelLine channel={channel} />,
          }))}
          canChange={isOwner}
          words={{
            up: (title) => t('cascade:up', { title }),
            down: (title) => t('cascade:down', { title }),
            moved: (title, place) => t('cascade:moved', { title, place }),
          }}
          onChange={(channelIds) => save.mutate({ channelIds })}
        />
      </Card>
      <Card component="section" aria-label={t('cascade:time')}>
        <Title order={2}>{t('cascade:time')}</Title>
        <Text size="sm" c="dimmed" mt={4} mb="md">
          {t('cascade:time_help')}
        </Text>
        <Select
          label={t('cascade:after')}
          description={t('cascade:after_help')}
          className={classes.after}
          disabled={!isOwner}
          allowDeselect={false}
          data={[
            { value: '0', label: t('cascade:never') },
            ...PASS_ON_MINUTES.map((minutes) => ({
              value: String(minutes),
              label: t(`cascade:in_${minutes}`),
            })),
          ]}
          value={String(cascade.passOnMinutes ?? 0)}
          onChange={(value) =>
            save.mutate({
              passOnMinutes: PASS_ON_MINUTES.find((minutes) => String(minutes) === value) ?? null,
            })
          }
        />
      </Card>
    </Stack>
  );
}

function ChannelLine({ channel }: { channel: Channel }) {
  const t = useTexts();
  const canOpen = useCanOpen();
  const formatPhone = useFormatPhone();
  const { Icon, name, path } = CHANNEL_APPEARANCES[channel.kind];
  const address = channel.address.startsWith('+') ? formatPhone(channel.address) : channel.address;
  return (
    <div className={classes.line}>
      <Icon size={20} stroke={1.6} aria-hidden />
      <div className={classes.lineWords}>
        {canOpen(path) ? (
          <Anchor component={Link} to={path} c="inherit">
            {channel.title}
          </Anchor>
        ) : (
          <Text>{channel.title}</Text>
        )}
        <Text size="sm" c="dimmed">
          {[name, address === channel.title ? '' : address].filter(Boolean).join(' · ')}
        </Text>
        {traitsOf(channel.kind).lastStatus === 'sent' && (
          <Text size="sm" c="dimmed">
            {t('cascade:unconfirmed')}
          </Text>
        )}
      </div>
      <ToneBadge tone={CHANNEL_TONES[channel.state]}>{t(`channels:state.${channel.state}`)}</ToneBadge>
    </div>
  );
}
