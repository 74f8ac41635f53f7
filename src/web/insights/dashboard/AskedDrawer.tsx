import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AskedConversation, AskedGroup, Dashboard } from '#contract/insights/dashboard.ts';
import { ASKED_GROUPS } from '#contract/insights/values.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { PagedRows } from '#web/ui/lists/PagedRows.tsx';
import classes from '#web/insights/insights.module.css';
import results from '#web/insights/results.module.css';
import { useAskedConversations } from './use-dashboard.ts';
import { useFigureWords } from './use-figure-words.ts';

type Props = { dashboard: Dashboard; group: AskedGroup; onGroup: (group: AskedGroup) => void; onClose: () => void };

/** Conversations in which contacts wrote, and how soon they were answered. */
export function AskedDrawer({ dashboard, group, onGroup, onClose }: Props) {
  const t = useTexts();
  const format = useFormat();
  const { from, to } = dashboard;
  const conversations = useAskedConversations({ group, from, to });
  return (
    <SideDrawer
      isOpen
      title={t('dashboard:asked.title')}
      closeLabel={t('insights:conversion.people.close')}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed" mb="sm">
        {format.days(from, to)}
      </Text>
      <ChoiceBar
        label={t('dashboard:asked.group')}
        value={group}
        options={ASKED_GROUPS.map((value) => ({ value, label: t(`dashboard:asked.${value}`) }))}
        onChange={onGroup}
      />
      <PagedRows list={conversations} empty={<EmptyState text={t('dashboard:asked.none')} />}>
        {(rows) => (
          <ul className={classes.people}>
            {rows.map((row) => (
              <Asked key={`${row.conversationId} ${row.askedAt}`} asked={row} dashboard={dashboard} />
            ))}
          </ul>
        )}
      </PagedRows>
    </SideDrawer>
  );
}

function Asked({ asked, dashboard }: { asked: AskedConversation; dashboard: Dashboard }) {
  const t = useTexts();
  const format = useFormat();
  const formatPhone = useFormatPhone();
  const words = useFigureWords(dashboard, undefined);
  const { conversationId, contactName, phone, askedAt, answeredAt } = asked;
  const seconds = answeredAt && Math.round((Date.parse(answeredAt) - Date.parse(askedAt)) / 1000);
  return (
    <li className={classes.person}>
      <Text fw={550}>
        <Link className={results.link} to="/conversations" search={{ thread: conversationId }}>
          {contactName || (phone && formatPhone(phone)) || t('insights:conversion.people.nameless')}
        </Link>
      </Text>
      <Text size="sm">{format.dateTime(askedAt)}</Text>
      <Text size="sm" c="dimmed">
        {typeof seconds === 'number'
          ? t('dashboard:asked.answer', { time: words.duration(seconds) })
          : t('dashboard:asked.no_answer')}
      </Text>
    </li>
  );
}
