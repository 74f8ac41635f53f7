import { Button, Card, CloseButton, Group, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import type { Channel, ChannelKind } from '#contract/channels.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { useSession } from '#web/lib/session.ts';
import type { TextKey } from '#web/locales/texts.ts';
import { Failure } from '#web/ui/Failure.tsx';
import { Loading } from '#web/ui/Loading.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { ChannelCard } from './ChannelCard.tsx';
import classes from './ChannelsPage.module.css';
import { useChannels } from './use-channels.ts';

const WORDS = {
  dialog360: 'channels.dialog360',
  telegram_bot: 'channels.telegram',
} as const satisfies Record<ChannelKind, string>;

type Props = {
  kind: ChannelKind;
  /** What connects another one. */
  Form: ComponentType<{ onDone: () => void }>;
};

/** Channels of one kind: how they are, and how to connect one. */
export function ChannelsPage({ kind, Form }: Props) {
  const t = useTexts();
  const session = useSession();
  const channels = useChannels(kind);
  const [isAdding, setAdding] = useState(false);
  const words = WORDS[kind];
  const isOwner = session.isAuthenticated && session.user.memberRole === 'owner';

  if (channels.isPending) return <Loading />;
  if (channels.isError) return <Failure error={channels.error} onRetry={channels.refetch} />;

  const isFirst = channels.data.length === 0;
  const isFormShown = isOwner && (isFirst || isAdding);
  return (
    <>
      <PageHead
        title={t(`${words}.title`)}
        state={stateOf(channels.data, words, t)}
        action={
          isOwner && !isFormShown ? (
            <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
              {t(`${words}.connect`)}
            </Button>
          ) : undefined
        }
      />
      <Stack gap="lg">
        {isFormShown && (
          <Card className={classes.connect}>
            <Group justify="space-between" wrap="nowrap">
              <Title order={2}>{t(`${words}.connect`)}</Title>
              {!isFirst && <CloseButton aria-label={t('channels.close')} size="lg" onClick={() => setAdding(false)} />}
            </Group>
            <ol className={classes.steps}>
              <li>{t(`${words}.step_1`)}</li>
              <li>{t(`${words}.step_2`)}</li>
              <li>{t(`${words}.step_3`)}</li>
            </ol>
            <Form onDone={() => setAdding(false)} />
          </Card>
        )}
        {channels.data.map((channel) => (
          <ChannelCard key={channel.id} channel={channel} canChange={isOwner} />
        ))}
        {!isOwner && isFirst && <Text c="dimmed">{t('channels.owner_only')}</Text>}
      </Stack>
    </>
  );
}

function stateOf(
  channels: readonly Channel[],
  words: (typeof WORDS)[ChannelKind],
  t: (key: TextKey, values?: Record<string, number>) => string,
): string {
  if (channels.length === 0) return t(`${words}.none`);
  const ill = channels.filter((channel) => channel.state !== 'Authorized').length;
  return ill > 0 ? t('channels.some_ill', { count: ill }) : t('channels.all_well', { count: channels.length });
}
