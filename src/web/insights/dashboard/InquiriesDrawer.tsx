import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Inquiry, InquiryGroup, Dashboard } from '#contract/insights/dashboard.ts';
import { INQUIRY_GROUPS } from '#contract/insights/values.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { PagedRows } from '#web/ui/lists/PagedRows.tsx';
import classes from '#web/insights/insights.module.css';
import results from '#web/insights/results.module.css';
import { useInquiries } from './use-dashboard.ts';
import { useFigureWords } from './use-figure-words.ts';

type Props = { dashboard: Dashboard; group: InquiryGroup; onGroup: (group: InquiryGroup) => void; onClose: () => void };

/** Conversations in which contacts wrote, and how soon they were answered. */
export function InquiriesDrawer({ dashboard, group, onGroup, onClose }: Props) {
  const t = useTexts();
  const format = useFormat();
  const { from, to } = dashboard;
  const conversations = useInquiries({ group, from, to });
  return (
    <SideDrawer
      isOpen
      title={t('dashboard:inquiries.title')}
      closeLabel={t('insights:conversion.people.close')}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed" mb="sm">
        {format.days(from, to)}
      </Text>
      <ChoiceBar
        label={t('dashboard:inquiries.group')}
        value={group}
        options={INQUIRY_GROUPS.map((value) => ({ value, label: t(`dashboard:inquiries.${value}`) }))}
        onChange={onGroup}
      />
      <PagedRows list={conversations} empty={<EmptyState text={t('dashboard:inquiries.none')} />}>
        {(rows) => (
          <ul className={classes.people}>
            {rows.map((row) => (
              <InquiryRow key={`${row.conversationId} ${row.inquiredAt}`} inquiry={row} dashboard={dashboard} />
            ))}
          </ul>
        )}
      </PagedRows>
    </SideDrawer>
  );
}

function InquiryRow({ inquiry, dashboard }: { inquiry: Inquiry; dashboard: Dashboard }) {
  const t = useTexts();
  const format = useFormat();
  const formatPhone = useFormatPhone();
  const words = useFigureWords(dashboard, undefined);
  const { conversationId, contactName, phone, inquiredAt, answeredAt } = inquiry;
  const seconds = answeredAt && Math.round((Date.parse(answeredAt) - Date.parse(inquiredAt)) / 1000);
  return (
    <li className={classes.person}>
      <Text fw={550}>
        <Link className={results.link} to="/conversations" search={{ thread: conversationId }}>
          {contactName || (phone && formatPhone(phone)) || t('insights:conversion.people.nameless')}
        </Link>
      </Text>
      <Text size="sm">{format.dateTime(inquiredAt)}</Text>
      <Text size="sm" c="dimmed">
        {typeof seconds === 'number'
          ? t('dashboard:inquiries.answer', { time: words.duration(seconds) })
          : t('dashboard:inquiries.no_answer')}
      </Text>
    </li>
  );
}
