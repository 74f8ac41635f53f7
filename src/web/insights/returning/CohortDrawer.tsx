import { Text } from '@mantine/core';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { PagedRows } from '#web/ui/lists/PagedRows.tsx';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';
import classes from '#web/insights/insights.module.css';
import { ClientRow } from './ClientRow.tsx';
import { monthAfter } from './cohort-data.ts';
import { useMonthName } from './months.ts';
import { PeopleActions } from './PeopleActions.tsx';
import { type CohortCell, useCohortPeople, useSaveCohortSegment } from './use-returning.ts';

const GROUPS = ['came', 'away'] as const;

type Props = { cell: CohortCell; onGroup: (group: 'came' | 'away') => void; onClose: () => void };

/** People of a cell: those who came in its month, and the others of the cohort. */
export function CohortDrawer({ cell, onGroup, onClose }: Props) {
  const t = useTexts();
  const monthName = useMonthName();
  const { month, offset, group } = cell;
  const [cohort, of] = [monthName(month), monthName(monthAfter(month, offset))];
  return (
    <SideDrawer
      isOpen
      title={t('insights:cohorts.people', { month: cohort })}
      closeLabel={t('insights:conversion.people.close')}
      onClose={onClose}
    >
      {offset > 0 && (
        <ChoiceBar
          label={t('insights:cohorts.group_label', { month: of })}
          value={group}
          options={GROUPS.map((value) => ({ value, label: t(`insights:cohorts.group.${value}`, { month: of }) }))}
          onChange={onGroup}
        />
      )}
      <People cell={cell} title={titleOf()} />
    </SideDrawer>
  );

  function titleOf(): string {
    if (offset === 0) return t('insights:cohorts.segment_all', { month: cohort });
    return t(`insights:cohorts.segment_${group}`, { month: cohort, of });
  }
}

function People({ cell, title }: { cell: CohortCell; title: string }) {
  const t = useTexts();
  const format = useFormat();
  const people = useCohortPeople(cell);
  const save = useSaveCohortSegment();
  return (
    <PagedRows list={people} empty={<EmptyState text={t('insights:cohorts.nobody')} />}>
      {(rows) => (
        <>
          <Text size="sm" c="dimmed" my="sm">
            {t('insights:cohorts.order')}
          </Text>
          <PeopleActions title={title} save={(name) => save.mutateAsync({ ...cell, title: name })} />
          <ul className={classes.people}>
            {rows.map((person) => (
              <ClientRow
                key={person.contactId}
                person={person}
                note={t('insights:cohorts.last', { date: format.date(`${person.lastDay}T12:00:00Z`, 'UTC') })}
              />
            ))}
          </ul>
        </>
      )}
    </PagedRows>
  );
}
