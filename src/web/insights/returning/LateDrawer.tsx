import { Text } from '@mantine/core';
import type { LateClient } from '#contract/insights/cohorts.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';
import { PagedRows } from '#web/ui/lists/PagedRows.tsx';
import classes from '#web/insights/insights.module.css';
import { ClientRow } from './ClientRow.tsx';
import { PeopleActions } from './PeopleActions.tsx';
import { type LateQuery, useLateClients, useSaveLateSegment } from './use-returning.ts';

type Props = { query: LateQuery; masterName: string | undefined; onClose: () => void };

/** Clients who should have come by now. */
export function LateDrawer({ query, masterName, onClose }: Props) {
  const t = useTexts();
  const { state } = query;
  return (
    <SideDrawer
      isOpen
      title={t(`insights:returns.${state}`)}
      closeLabel={t('insights:conversion.people.close')}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed" mb="sm">
        {[t(`insights:returns.${state}_help`), masterName].filter(Boolean).join(' ')}
      </Text>
      <Clients query={query} masterName={masterName} />
    </SideDrawer>
  );
}

function Clients({ query, masterName }: Omit<Props, 'onClose'>) {
  const t = useTexts();
  const clients = useLateClients(query);
  const save = useSaveLateSegment();
  const title = [t(`insights:returns.${query.state}`), masterName].filter(Boolean).join(', ');
  return (
    <PagedRows list={clients} empty={<EmptyState text={t('insights:returns.nobody')} />}>
      {(rows) => (
        <>
          <PeopleActions title={title} save={(name) => save.mutateAsync({ ...query, title: name })} />
          <ul className={classes.people}>
            {rows.map((client) => (
              <ClientRow key={client.contactId} person={client} note={noteOf(client)} />
            ))}
          </ul>
        </>
      )}
    </PagedRows>
  );

  function noteOf({ daysSince, usualDays, isOwnInterval, masterName: master }: LateClient): string {
    const since = t('insights:returns.since', { count: daysSince });
    const usual = t(isOwnInterval ? 'insights:returns.usual' : 'insights:returns.usual_here', { count: usualDays });
    return [since, usual, master].filter(Boolean).join(' · ');
  }
}
