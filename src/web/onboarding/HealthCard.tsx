import { Text } from '@mantine/core';
import { IconCalendarCheck, IconMessages, IconRoute } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { channelName } from '#web/channels/channel-names.ts';
import type { Home } from '#contract/onboarding/calls.ts';
import { connectionKind } from '#contract/connections/kinds.ts';
import { pageOf } from '#web/connections/connection-appearances.ts';
import { troubleWords } from '#web/connections/trouble-words.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { PageLink } from '#web/lib/pages/PageLink.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import type { Tone } from '#web/ui/feedback/ToneBadge.tsx';
import classes from './home.module.css';
import { Section } from './Section.tsx';

/** Whether everything that messages hang on works: connections, channels, flows, messages left. */
export function HealthCard({ home: { channels, connections, flows, messagesLeft } }: { home: Home }) {
  const canOpen = useCanOpen();
  const t = useTexts();
  const format = useFormat();
  const working = flows.working + flows.test;
  return (
    <Section title={t('onboarding:health.title')}>
      <ul className={classes.rows}>
        {connections.map(({ id, kind, title, state, trouble, lastEventAt }) => (
          <HealthRow
            key={id}
            Icon={IconCalendarCheck}
            to={pageOf(kind)}
            title={t(`app:menu.${kind}`)}
            note={[
              title,
              lastEventAt && t('onboarding:health.last_event', { when: format.near(lastEventAt) }),
              // NOTE: a clinic's system reports no changes to us, so that it never has an event.
              !lastEventAt && !connectionKind(kind).isClinic && t('onboarding:health.no_event'),
            ]
              .filter(Boolean)
              .join(', ')}
            state={CONNECTION_TONES[state]}
            word={trouble && troubleWords(t, kind, trouble).title}
          />
        ))}
        {channels.map(({ id, kind, title, state, trouble }) => (
          <HealthRow
            key={id}
            Icon={CHANNEL_APPEARANCES[kind].Icon}
            to={CHANNEL_APPEARANCES[kind].path}
            title={channelName({ kind, title }, channels)}
            state={channelState(state, trouble !== null)}
            word={trouble && t(`channels:trouble.${trouble}.title`)}
          />
        ))}
        {canOpen('/flows') && (
          <HealthRow
            Icon={IconRoute}
            to="/flows"
            title={t('onboarding:health.flows')}
            value={
              working === 0
                ? t('onboarding:health.flows_none')
                : [
                    flows.working > 0 && t('onboarding:health.flows_working', { count: flows.working }),
                    flows.test > 0 && t('onboarding:health.flows_test', { count: flows.test }),
                  ]
                    .filter(Boolean)
                    .join(', ')
            }
          />
        )}
        <HealthRow
          Icon={IconMessages}
          title={t('onboarding:health.messages')}
          value={t('onboarding:health.messages_left', { count: messagesLeft })}
        />
      </ul>
    </Section>
  );
}

const CONNECTION_TONES = { working: 'good', attention: 'attention', broken: 'bad' } as const;

function channelState(state: Home['channels'][number]['state'], hasTrouble: boolean): Tone {
  if (state === 'Authorized') return hasTrouble ? 'attention' : 'good';
  return state === 'error' || state === 'NotAuthorized' ? 'bad' : 'gray';
}

type RowProps = {
  Icon: Icon;
  title: string;
  to?: string;
  note?: string;
  state?: Tone;
  /** Short description of the problem. */
  word?: string | null;
  value?: ReactNode;
};

function HealthRow({ Icon, title, to, note, state, word, value }: RowProps) {
  const t = useTexts();
  const content = (
    <>
      <Icon size={20} stroke={1.7} className={classes.nextIcon} aria-hidden />
      <span className={classes.healthWords}>
        <Text span fw={550} className={classes.healthTitle}>
          {title}
        </Text>
        {note && (
          <Text span size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </span>
      {state && (
        <ToneBadge tone={state} className={classes.healthBadge}>
          {word ?? t(state === 'good' ? 'onboarding:health.works' : 'onboarding:health.setting_up')}
        </ToneBadge>
      )}
      {value && (
        <Text span size="sm" c="dimmed" className={classes.healthValue}>
          {value}
        </Text>
      )}
    </>
  );
  return (
    <li>
      {to ? (
        <PageLink to={to} className={classes.health}>
          {content}
        </PageLink>
      ) : (
        <div className={classes.health}>{content}</div>
      )}
    </li>
  );
}
