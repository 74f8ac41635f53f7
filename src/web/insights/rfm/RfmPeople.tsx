import { Button, Group, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { RfmDashboardId } from '#contract/audiences/rfm-ids.ts';
import { LONGEST_SEGMENT_TITLE, RFM_GROUPS } from '#contract/audiences/values.ts';
import { useSegmentMailing } from '#web/audiences/segments/use-segments.ts';
import { ExportMenu } from '#web/contacts/ExportMenu.tsx';
import { useListExport } from '#web/contacts/use-list-export.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';
import { PagedRows } from '#web/ui/lists/PagedRows.tsx';
import classes from '#web/insights/insights.module.css';
import results from '#web/insights/results.module.css';
import { ClientRow } from '#web/insights/returning/ClientRow.tsx';
import { PeopleActions } from '#web/insights/returning/PeopleActions.tsx';
import { type PeopleQuery, useRfmPeople, useSaveRfmSegment } from './use-rfm.ts';

type Props = { dashboardId: RfmDashboardId; query: PeopleQuery; title: string; onClose: () => void };

/** The people behind a number, and what can be done with them. */
export function RfmPeople({ dashboardId, query, title, onClose }: Props) {
  const t = useTexts();
  const format = useFormat();
  const people = useRfmPeople(dashboardId, query);
  const { group } = query;
  return (
    <SideDrawer isOpen title={title} closeLabel={t('insights:conversion.people.close')} onClose={onClose}>
      {group && (
        <Text size="sm" c="dimmed" mb="sm">
          {t(`insights:rfm.about.${group}`)}
        </Text>
      )}
      <PagedRows list={people} empty={<EmptyState text={t('insights:rfm.nobody')} />}>
        {(rows) => (
          <>
            <Actions dashboardId={dashboardId} query={query} title={title} />
            <Text size="sm" c="dimmed" mb="xs">
              {t('insights:rfm.order')}
            </Text>
            <ul className={classes.people}>
              {rows.map((person) => (
                <ClientRow
                  key={person.contactId}
                  person={person}
                  note={[
                    t('insights:cohorts.last', { date: format.date(`${person.lastDay}T12:00:00Z`, 'UTC') }),
                    !group && t(`insights:rfm.group.${person.group}`),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                />
              ))}
            </ul>
          </>
        )}
      </PagedRows>
    </SideDrawer>
  );
}

function Actions({ dashboardId, query, title }: Omit<Props, 'onClose'>) {
  const t = useTexts();
  const save = useSaveRfmSegment(dashboardId);
  const mailing = useSegmentMailing();
  const file = useListExport();
  const offered = title.slice(0, LONGEST_SEGMENT_TITLE);
  const write = () =>
    save.mutate(
      { ...query, title: offered },
      {
        onSuccess: (segment) => mailing.mutate(segment),
        onError: (error) => toast.error({ title: problemText(error, t) }),
      },
    );
  return (
    <>
      <Group align="flex-start" gap="xs">
        <Button
          size="sm"
          mb="sm"
          leftSection={<IconSend size={18} />}
          loading={save.isPending || mailing.isPending}
          onClick={write}
        >
          {t('insights:rfm.write')}
        </Button>
        <PeopleActions title={offered} save={(name) => save.mutateAsync({ ...query, title: name })} />
        <ExportMenu
          isBusy={file.isPending}
          onExport={(format) =>
            file.mutate({
              path: `/api/v1/insights/rfm/${dashboardId}/people/export`,
              format,
              name: title,
              titles: [
                t('insights:rfm.column.name'),
                t('insights:rfm.column.phone'),
                t('insights:rfm.column.group'),
                t('insights:rfm.column.since'),
                t('insights:rfm.column.visits'),
                t('insights:rfm.column.spent'),
                t('insights:rfm.column.currency'),
                t('insights:rfm.column.last_visit'),
              ],
              words: RFM_GROUPS.map((key) => t(`insights:rfm.group.${key}`)),
              filter: query,
            })
          }
        />
      </Group>
      <Text size="sm" mb="sm">
        <Link className={results.link} to="/flows">
          {t('insights:rfm.to_flows')}
        </Link>
      </Text>
    </>
  );
}
