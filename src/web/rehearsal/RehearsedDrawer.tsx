import { Text } from '@mantine/core';
import { useState } from 'react';
import type { Rehearsal, RehearsalRow } from '#contract/rehearsal/calls.ts';
import { Compared } from '#web/delivery/Compared.tsx';
import { RuleWay } from '#web/delivery/RuleWay.tsx';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { PagedRows } from '#web/ui/lists/PagedRows.tsx';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';
import type { RehearsalSearch } from './rehearsal-search.ts';
import classes from './rehearsal.module.css';
import { MessageWords } from './RehearsedMessages.tsx';
import { RehearsedPerson } from './RehearsedPerson.tsx';
import { type RowsFilter, useRehearsalRows } from './use-rehearsals.ts';

type Props = { rehearsal: Rehearsal; search: RehearsalSearch; onClose: () => void };

/** The people behind a reason, a day, or a flood of messages. */
export function RehearsedDrawer({ rehearsal, search: current, onClose }: Props) {
  const t = useTexts();
  const format = useFormat();
  const isOpen = current.rule !== undefined || current.day !== undefined || current.busy !== undefined;
  const [search, setSearch] = useState(current); // NOTE: stays as it was while the drawer is seen closing
  if (isOpen && JSON.stringify(search) !== JSON.stringify(current)) setSearch(current);
  const { rule, day } = search;
  const filter = filterOf(search);
  const title = () => {
    if (rule) return t('rehearsal:people.skipped');
    if (!day) return t('rehearsal:people.busy');
    return t(filter.outcome === 'skipped' ? 'rehearsal:people.day_skipped' : 'rehearsal:people.day');
  };
  return (
    <SideDrawer isOpen={isOpen} title={title()} closeLabel={t('rehearsal:people.close')} onClose={onClose}>
      {rule && (
        <>
          <Text fw={550}>{t(`rules:${rule}.name`)}</Text>
          <Text size="sm" c="dimmed">
            {t(`rules:${rule}.why`)}
          </Text>
          <RuleWay rule={rule} />
        </>
      )}
      {day && <Text fw={550}>{format.date(`${day}T12:00:00Z`, 'UTC')}</Text>}
      <People rehearsal={rehearsal} filter={filter} isRuleNamed={rule !== undefined} />
    </SideDrawer>
  );
}

function filterOf({ rule, day, outcome, busy }: RehearsalSearch): RowsFilter {
  if (rule) return { outcome: 'skipped', rule };
  if (day) return { outcome: outcome ?? 'sent', day };
  return { outcome: 'sent', busy: busy !== undefined };
}

type PeopleProps = { rehearsal: Rehearsal; filter: RowsFilter; isRuleNamed: boolean };

function People({ rehearsal, filter, isRuleNamed }: PeopleProps) {
  const t = useTexts();
  const rows = useRehearsalRows(rehearsal.id, filter);
  return (
    <PagedRows list={rows} empty={<EmptyState text={t('rehearsal:people.none')} />}>
      {(people) => (
        <ul className={classes.people}>
          {people.map((row) => (
            <Person key={row.id} row={row} rehearsal={rehearsal} isRuleNamed={isRuleNamed} />
          ))}
        </ul>
      )}
    </PagedRows>
  );
}

function Person({
  row,
  rehearsal,
  isRuleNamed,
}: Pick<PeopleProps, 'rehearsal' | 'isRuleNamed'> & { row: RehearsalRow }) {
  const t = useTexts();
  const format = useFormat();
  const { flows } = rehearsal;
  return (
    <li className={classes.one}>
      <RehearsedPerson row={row} />
      <Text size="sm" c="dimmed">
        {[flows.length > 1 && flows[row.flowIndex]?.title, format.dateTime(row.at, row.timeZone)]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {row.outcome === 'skipped' && !isRuleNamed && <Text size="sm">{t(`rules:${row.rule}.why`)}</Text>}
      {row.outcome === 'skipped' && <Compared values={row.compared} timeZone={row.timeZone} visitStartsAt={null} />}
      {row.outcome === 'sent' && <MessageWords text={row.body} />}
    </li>
  );
}
