import { Badge, Text } from '@mantine/core';
import { IconAlertTriangle, IconHelpCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ConversationId } from '#contract/conversations.ts';
import type { Home } from '#contract/onboarding.ts';
import { ConversationRow } from '#web/conversations/ConversationRow.tsx';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import classes from './home.module.css';
import { Section } from './Section.tsx';

type Props = { home: Home; onThread: (id: ConversationId) => void };

/** Everything that waits for a person; nothing at all when nothing does. */
export function NeedsYou({ home: { waiting, inDoubtCount, flows }, onThread }: Props) {
  const t = useTexts();
  const format = useFormat();
  const total = waiting.count + flows.failing.length + (inDoubtCount > 0 ? 1 : 0);
  if (total === 0) return null;
  const beyond = waiting.count - waiting.conversations.length;
  return (
    <Section
      title={t('onboarding.needs.title')}
      aside={
        <Badge color="attention" className="figures">
          {format.number(total)}
        </Badge>
      }
    >
      <ul className={classes.rows}>
        {flows.failing.map((flow) => (
          <AlertRow
            key={flow.id}
            tone="bad"
            text={t('onboarding.needs.flow', { title: flow.title })}
            note={flow.reason}
            action={<Link to={`/flows/edit/${flow.id}`}>{t('onboarding.needs.flow_action')}</Link>}
          />
        ))}
        {inDoubtCount > 0 && (
          <AlertRow
            tone="attention"
            text={t('onboarding.needs.in_doubt', { count: inDoubtCount })}
            action={
              <Link to="/insights/message-logs" search={{ status: 'in_doubt' }}>
                {t('onboarding.needs.in_doubt_action')}
              </Link>
            }
          />
        )}
        {waiting.conversations.map((conversation) => (
          <li key={conversation.id}>
            <ConversationRow
              conversation={conversation}
              text={conversation.customerText}
              onOpen={() => onThread(conversation.id)}
            />
          </li>
        ))}
      </ul>
      {beyond > 0 && (
        <Text size="sm" c="dimmed" className={classes.foot}>
          {t('onboarding.needs.more', { count: beyond })}
        </Text>
      )}
    </Section>
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
