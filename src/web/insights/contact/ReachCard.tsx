import { Card, Text, Title } from '@mantine/core';
import type { ContactCard, ReachedAt } from '#contract/insights/calls.ts';
import { StartLinks } from '#web/channels/connecting/StartLinks.tsx';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import type { Tone } from '#web/ui/feedback/ToneBadge.tsx';
import classes from '#web/insights/insights.module.css';
import { useChannelNames } from '#web/channels/use-channel-names.ts';

const TONES: Record<ReachedAt['state'], Tone> = { reachable: 'good', blocked: 'attention', unreachable: 'bad' };

/** Channels that reach the contact, and those that do not. */
export function ReachCard({ card }: { card: ContactCard }) {
  const t = useTexts();
  const nameOf = useChannelNames();
  const { addresses, byPhone, refusesMailings } = card;
  return (
    <Card component="section" aria-label={t('insights:reach.title')}>
      <Title order={2} mb="sm">
        {t('insights:reach.title')}
      </Title>
      {addresses.length === 0 && byPhone.length === 0 && (
        <>
          <Text c="dimmed">{t('insights:reach.none')}</Text>
          <StartLinks />
        </>
      )}
      <ul className={classes.reach}>
        {addresses.map((address) => (
          <Address key={address.id} address={address} />
        ))}
        {byPhone.map((channel) => (
          <li key={channel.channelId}>
            <span className={classes.reachHead}>
              <span>{nameOf({ id: channel.channelId, title: channel.channelTitle })}</span>
              <Text span size="sm" c="dimmed">
                {t('insights:reach.by_phone')}
              </Text>
            </span>
          </li>
        ))}
      </ul>
      {refusesMailings && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('insights:reach.refuses')}
        </Text>
      )}
    </Card>
  );
}

function Address({ address }: { address: ReachedAt }) {
  const t = useTexts();
  const nameOf = useChannelNames();
  const format = useFormat();
  const { state, lastInboundAt, windowUntil } = address;
  const isOpen = windowUntil !== null && new Date(windowUntil).getTime() > productNow();
  return (
    <li>
      <span className={classes.reachHead}>
        <span>{nameOf({ id: address.channelId, title: address.channelTitle })}</span>
        <ToneBadge tone={TONES[state]}>{t(`insights:reach.${state}`)}</ToneBadge>
      </span>
      {lastInboundAt && (
        <Text size="sm" c="dimmed">
          {t('insights:reach.wrote', { when: format.near(lastInboundAt) })}
        </Text>
      )}
      {isOpen && (
        <Text size="sm" c="dimmed">
          {t('insights:reach.window', { when: format.dateTime(windowUntil) })}
        </Text>
      )}
    </li>
  );
}
