import { Badge, Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconHelpCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { ConversationId } from '#contract/conversations.ts';
import type { Home } from '#contract/onboarding.ts';
import { ConversationRow } from '#web/conversations/ConversationRow.tsx';
import { useWaiting } from '#web/conversations/use-conversations.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import classes from './home.module.css';
import { Section } from './Section.tsx';

/** More would hide the day beneath: they come when asked for. */
const SHOWN_FLOWS = 3;
const SHOWN_CONVERSATIONS = 5;

type Props = { home: Home; onThread: (id: ConversationId) => void };

/** Everything that waits for a person; nothing at all when nothing does. */
export function NeedsYou({ home: { waiting, inDoubtCount, flows }, onThread }: Props) {
  const t = useTexts();
  const format = useFormat();
  const total = waiting.count + flows.failing.length + (inDoubtCount > 0 ? 1 : 0);
  if (total === 0) return null;
  const failing = flows.failing.slice(0, SHOWN_FLOWS);
  const failingBeyond = flows.failing.length - failing.length;
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
        {inDoubtCount > 0 && (
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
        <Waiting waiting={waiting} onThread={onThread} />
      </ul>
    </Section>
  );
}

/** Who waits: the latest, and all the others when they are asked for. */
function Waiting({
  waiting: { conversations, count },
  onThread,
}: {
  waiting: Home['waiting'];
  onThread: Props['onThread'];
}) {
  const t = useTexts();
  const [isAllWanted, setAllWanted] = useState(false);
  const all = useWaiting(isAllWanted);
  const latest = isAllWanted ? conversations : conversations.slice(0, SHOWN_CONVERSATIONS);
  const known = new Set(latest.map(({ id }) => id));
  const others = (all.data ?? []).filter(({ id }) => !known.has(id));
  const beyond = count - latest.length - others.length;
  const more = () => (isAllWanted ? void all.fetchNextPage() : setAllWanted(true));
  return (
    <>
      {latest.map((conversation) => (
        <li key={conversation.id}>
          <ConversationRow
            conversation={conversation}
            text={conversation.customerText}
            onOpen={() => onThread(conversation.id)}
          />
        </li>
      ))}
      {others.map((conversation) => (
        <li key={conversation.id}>
          <ConversationRow
            conversation={conversation}
            text={conversation.lastText}
            onOpen={() => onThread(conversation.id)}
          />
        </li>
      ))}
      {beyond > 0 && (
        <li>
          <Button variant="subtle" className={classes.fold} loading={all.isFetching} onClick={more}>
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
