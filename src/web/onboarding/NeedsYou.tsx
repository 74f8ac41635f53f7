import { Badge, Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconHelpCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Home } from '#contract/onboarding/calls.ts';
import { channelName } from '#web/channels/channel-names.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { pageOf } from '#web/connections/connection-appearances.ts';
import { troubleWords } from '#web/connections/trouble-words.ts';
import { WaitingRow } from '#web/conversations/WaitingRow.tsx';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './home.module.css';
import { Section } from './Section.tsx';

/** More would hide the day beneath: they come when asked for. */
const SHOWN_FLOWS = 3;
const SHOWN_CONVERSATIONS = 5;

type Props = { home: Home };

/** Everything that waits for a person; nothing at all when nothing does. */
export function NeedsYou({ home }: Props) {
  const t = useTexts();
  const format = useFormat();
  const { waiting, inDoubtCount, flows, today } = home;
  const canOpen = useCanOpen();
  const troubles = useTroubles(home).filter(({ to }) => canOpen(to));
  const stopped = canOpen('/flows') ? flows.failing : [];
  const hasLog = canOpen('/insights/message-logs');
  const counted = hasLog ? [inDoubtCount, today.failed].filter((count) => count > 0).length : 0;
  const total = (canOpen('/conversations') ? waiting.count : 0) + troubles.length + stopped.length + counted;
  if (total === 0) return null;
  const failing = stopped.slice(0, SHOWN_FLOWS);
  const failingBeyond = stopped.length - failing.length;
  return (
    <Section
      title={t('onboarding:needs.title')}
      aside={
        <Badge color="attention" className="figures">
          {format.number(total)}
        </Badge>
      }
    >
      <ul className={classes.rows}>
        {troubles.map(({ id, tone, text, to }) => (
          <AlertRow key={id} tone={tone} text={text} action={<Link to={to}>{t('onboarding:needs.mend')}</Link>} />
        ))}
        {failing.map((flow) => (
          <AlertRow
            key={flow.id}
            tone="bad"
            text={t('onboarding:needs.flow', { title: flow.title })}
            note={flow.reason && t('onboarding:needs.flow_why', { why: flow.reason })}
            action={<Link to={`/flows/edit/${flow.id}`}>{t('onboarding:needs.flow_action')}</Link>}
          />
        ))}
        {failingBeyond > 0 && (
          <AlertRow
            tone="bad"
            text={t('onboarding:needs.more_flows', { count: failingBeyond })}
            action={
              <Link to="/flows" search={{ status: 'error' }}>
                {t('onboarding:needs.flow_action')}
              </Link>
            }
          />
        )}
        {hasLog && inDoubtCount > 0 && (
          <AlertRow
            tone="attention"
            text={t('onboarding:needs.in_doubt', { count: inDoubtCount })}
            action={
              <Link to="/insights/message-logs" search={{ status: 'in_doubt' }}>
                {t('onboarding:needs.in_doubt_action')}
              </Link>
            }
          />
        )}
        {hasLog && today.failed > 0 && (
          <AlertRow
            tone="bad"
            text={t('onboarding:needs.failed', { count: today.failed })}
            action={
              <Link to="/insights/message-logs" search={{ period: 'today', status: 'failed' }}>
                {t('onboarding:needs.failed_action')}
              </Link>
            }
          />
        )}
        {canOpen('/conversations') && <Waiting waiting={waiting} />}
      </ul>
    </Section>
  );
}

type Trouble = { id: string; tone: AlertProps['tone']; text: string; to: string };

/** Connections and channels that do not work as they should. */
function useTroubles({ connections, channels }: Home): Trouble[] {
  const t = useTexts();
  return [
    ...connections.flatMap(({ id, kind, title, state, trouble }): Trouble[] => {
      if (!trouble || state === 'working') return [];
      const why = troubleWords(t, kind, trouble).title;
      return [{ id, tone: state === 'broken' ? 'bad' : 'attention', text: `${title}: ${why}`, to: pageOf(kind) }];
    }),
    ...channels.flatMap(({ id, kind, title, state, trouble }): Trouble[] => {
      if (!trouble) return [];
      const text = `${channelName({ kind, title }, channels)}: ${t(`channels:trouble.${trouble}.title`)}`;
      return [{ id, tone: state === 'Authorized' ? 'attention' : 'bad', text, to: CHANNEL_APPEARANCES[kind].path }];
    }),
  ];
}

/** Waiting contacts: the latest; all others are on the page of conversations. */
function Waiting({ waiting: { conversations, count } }: { waiting: Home['waiting'] }) {
  const t = useTexts();
  const latest = conversations.slice(0, SHOWN_CONVERSATIONS);
  const beyond = count - latest.length;
  return (
    <>
      {latest.map((conversation) => (
        <li key={conversation.id}>
          <WaitingRow conversation={conversation} text={conversation.customerText} />
        </li>
      ))}
      {beyond > 0 && (
        <li>
          <Button
            renderRoot={(props) => <Link to="/conversations" search={{ list: 'waiting' }} {...props} />}
            variant="subtle"
            className={classes.fold}
          >
            {t('onboarding:needs.more', { count: beyond })}
          </Button>
        </li>
      )}
    </>
  );
}

type AlertProps = { tone: 'bad' | 'attention'; text: string; note?: string | null; action: ReactNode };

function AlertRow({ tone, text, note, action }: AlertProps) {
  const Icon = tone === 'bad' ? IconAlertTriangle : IconHelpCircle;
  return (
    <li className={classes.alert}>
      <Icon size={22} stroke={1.7} className={classes.alertIcon} data-tone={tone} aria-hidden />
      <span className={classes.alertWords}>
        {text}
        {note && (
          <Text span size="sm" c="dimmed" display="block">
            {note}
          </Text>
        )}
      </span>
      <span className={classes.alertAction}>{action}</span>
    </li>
  );
}
