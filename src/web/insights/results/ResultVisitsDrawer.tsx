import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Visit } from '#contract/visits/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { PagedRows } from '#web/ui/lists/PagedRows.tsx';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';
import classes from '#web/insights/insights.module.css';
import results from '#web/insights/results.module.css';
import { type ResultVisitsQuery, useResultVisits } from './use-results.ts';

type Query = ResultVisitsQuery & { group: NonNullable<ResultVisitsQuery['group']>; from: string; to: string };

type Props = { isOpen: boolean; query: Query; onClose: () => void };

/** Visits behind a number of the results. */
export function ResultVisitsDrawer({ isOpen, query, onClose }: Props) {
  const t = useTexts();
  const format = useFormat();
  return (
    <SideDrawer
      isOpen={isOpen}
      title={t(`insights:results.group.${query.group}`)}
      closeLabel={t('insights:conversion.people.close')}
      onClose={onClose}
    >
      {isOpen && (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            {format.days(query.from, query.to)}
          </Text>
          <Visits query={query} />
        </>
      )}
    </SideDrawer>
  );
}

function Visits({ query }: { query: Query }) {
  const t = useTexts();
  const visits = useResultVisits(query);
  return (
    <PagedRows list={visits} empty={<EmptyState text={t('insights:results.no_visits')} />}>
      {(rows) => (
        <ul className={classes.people}>
          {rows.map((visit) => (
            <VisitOfGroup key={visit.id} visit={visit} />
          ))}
        </ul>
      )}
    </PagedRows>
  );
}

function VisitOfGroup({ visit }: { visit: Visit }) {
  const t = useTexts();
  const format = useFormat();
  const formatPhone = useFormatPhone();
  const { contactId, contactName, contactPhone, serviceTitles, masterName, branchTitle, total, status } = visit;
  const phone = contactPhone && formatPhone(contactPhone);
  const name = contactName || phone || t('insights:conversion.people.nameless');
  return (
    <li className={classes.person}>
      <Text fw={550}>
        {contactId ? (
          <Link className={results.link} to="/contacts/$contactId" params={{ contactId }}>
            {name}
          </Link>
        ) : (
          name
        )}
      </Text>
      <Text size="sm">
        {[
          format.dateTime(visit.startsAt, visit.timeZone),
          status === 'arrived' && total.amountMinor > 0 && format.money(total),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <Text size="sm" c="dimmed">
        {[contactName && phone, serviceTitles.join(', '), masterName, branchTitle].filter(Boolean).join(' · ')}
      </Text>
    </li>
  );
}
