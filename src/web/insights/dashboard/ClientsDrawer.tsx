import { Text } from '@mantine/core';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';
import { PagedRows } from '#web/ui/lists/PagedRows.tsx';
import { ClientRow } from '#web/insights/returning/ClientRow.tsx';
import classes from '#web/insights/insights.module.css';
import { type ClientsQuery, useDashboardClients } from './use-dashboard.ts';

type Query = ClientsQuery & { group: NonNullable<ClientsQuery['group']> };

/** Clients behind a number. */
export function ClientsDrawer({ query, onClose }: { query: Query; onClose: () => void }) {
  const t = useTexts();
  const format = useFormat();
  const clients = useDashboardClients(query);
  return (
    <SideDrawer
      isOpen
      title={t(`dashboard:clients.${query.group}`)}
      closeLabel={t('insights:conversion.people.close')}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed" mb="sm">
        {format.days(query.from, query.to)}
      </Text>
      <PagedRows list={clients} empty={<EmptyState text={t('dashboard:clients.nobody')} />}>
        {(rows) => (
          <ul className={classes.people}>
            {rows.map((person) => (
              <ClientRow
                key={person.contactId}
                person={person}
                note={t('dashboard:clients.last', { date: format.date(`${person.lastDay}T12:00:00Z`, 'UTC') })}
              />
            ))}
          </ul>
        )}
      </PagedRows>
    </SideDrawer>
  );
}
