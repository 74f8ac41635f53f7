import { Text } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { PageLink } from '#web/lib/pages/PageLink.tsx';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import type { LogEntry } from '#contract/delivery/calls.ts';
import type { Home } from '#contract/onboarding/calls.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { senderName } from '#web/lib/pages/sender.ts';
import { TestBadge } from '#web/ui/feedback/StatusBadge.tsx';
import classes from './home.module.css';
import { Section } from './Section.tsx';

/** The next planned messages with their contacts and times. Each opens its details. */
export function NextMessages({ home: { next, timeZone } }: { home: Home }) {
  const t = useTexts();
  return (
    <Section
      title={t('onboarding:next.title')}
      aside={
        next.todayCount > 0 && (
          <Text size="sm" c="dimmed">
            {t('onboarding:next.today', { count: next.todayCount })}
          </Text>
        )
      }
    >
      {next.messages.length === 0 && (
        <Text c="dimmed" className={classes.empty}>
          {t('onboarding:next.empty')}
        </Text>
      )}
      <ul className={classes.rows}>
        {next.messages.map((entry) => (
          <NextRow key={entry.id} entry={entry} timeZone={timeZone} />
        ))}
      </ul>
      {next.messages.length > 0 && (
        <PageLink to="/insights/message-logs" search={{ status: 'waiting' }} className={classes.all}>
          {t('onboarding:next.all')}
        </PageLink>
      )}
    </Section>
  );
}

function NextRow({ entry, timeZone }: { entry: LogEntry; timeZone: string }) {
  const t = useTexts();
  const format = useFormat();
  const formatPhone = useFormatPhone();
  const { at, rule, contactName, phone, channelKind, isTest, isToOwner } = entry;
  const Icon = channelKind ? CHANNEL_APPEARANCES[channelKind].Icon : IconMessage;
  const isLate = new Date(at).getTime() <= productNow();
  const isHeld = rule !== null && rule !== 'due';
  return (
    <li>
      <PageLink to="/insights/message-logs" search={{ entry: entry.id }} className={classes.next}>
        <Icon size={20} stroke={1.7} className={classes.nextIcon} aria-hidden />
        <span className={classes.nextWords}>
          <span className={classes.nextHead}>
            <Text span fw={550} truncate>
              {(isToOwner && t('delivery:to_you')) ||
                contactName ||
                (phone && formatPhone(phone)) ||
                t('onboarding:visits.nameless')}
            </Text>
            <Text span size="sm" className={classes.when} title={format.dateTime(at, timeZone)}>
              {isLate ? t('onboarding:next.late') : format.near(at, timeZone)}
            </Text>
          </span>
          <span className={classes.nextFoot}>
            <Text span size="sm" c="dimmed" truncate>
              {senderName(entry, t)}
            </Text>
            {isTest && <TestBadge />}
          </span>
          {isHeld && (
            <Text span size="sm" className={classes.held}>
              {t(`rules:${rule}.name`)}
            </Text>
          )}
        </span>
      </PageLink>
    </li>
  );
}
