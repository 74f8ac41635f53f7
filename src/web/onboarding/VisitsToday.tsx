import { useVisitOptions } from '#web/audiences/use-condition-choices.ts';
import { Button, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import type { BranchId } from '#contract/connections/calls.ts';
import type { Home } from '#contract/onboarding/calls.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './home.module.css';
import { Section } from './Section.tsx';
import { VisitRow } from './VisitRow.tsx';
import { isOver } from './visits-of-day.ts';

const FIRST_SHOWN = 8;

type Props = {
  home: Home;
  /** Branch of the shown visits; all branches when absent. */
  branchId: BranchId | undefined;
  onBranch: (id: BranchId | undefined) => void;
};

/** The day's visits from now on; those that are over fold away. Each leads to what was sent about it. */
export function VisitsToday({ home, branchId, onBranch }: Props) {
  const t = useTexts();
  const [isPastShown, setPastShown] = useState(false);
  const [isAllShown, setAllShown] = useState(false);
  const { visits, today, connections } = home;
  const now = productNow();
  const past = visits.filter((visit) => isOver(visit, now));
  const ahead = visits.filter((visit) => !isOver(visit, now));
  const shownAhead = isAllShown ? ahead : ahead.slice(0, FIRST_SHOWN);
  const hasBranches = new Set(visits.map(({ branchId }) => branchId)).size > 1;
  const total = today.visits + today.cancelled;

  return (
    <Section title={t('onboarding:visits.title')} aside={<BranchChoice value={branchId} onChange={onBranch} />}>
      {visits.length === 0 && (
        <Text c="dimmed" className={classes.empty}>
          {t(connections.length > 0 ? 'onboarding:visits.empty' : 'onboarding:visits.not_connected')}
        </Text>
      )}
      {past.length > 0 && !isPastShown && (
        <Button className={classes.fold} variant="subtle" color="gray" size="sm" onClick={() => setPastShown(true)}>
          {t('onboarding:visits.past', { count: past.length })}
        </Button>
      )}
      <ul className={classes.rows}>
        {[...(isPastShown ? past : []), ...shownAhead].map((visit) => (
          <VisitRow key={visit.id} visit={visit} hasBranch={hasBranches} isPast={isOver(visit, now)} />
        ))}
      </ul>
      {visits.length > 0 && ahead.length === 0 && (
        <Text c="dimmed" className={classes.empty}>
          {t('onboarding:visits.all_past')}
        </Text>
      )}
      {shownAhead.length < ahead.length && (
        <Button className={classes.fold} variant="subtle" color="gray" size="sm" onClick={() => setAllShown(true)}>
          {t('onboarding:visits.more', { count: ahead.length - shownAhead.length })}
        </Button>
      )}
      {isAllShown && total > visits.length && (
        <Text size="sm" c="dimmed" className={classes.foot}>
          {t('onboarding:visits.beyond', { shown: visits.length, total })}
        </Text>
      )}
    </Section>
  );
}

type ChoiceProps = { value: BranchId | undefined; onChange: (id: BranchId | undefined) => void };

function BranchChoice({ value, onChange }: ChoiceProps) {
  const t = useTexts();
  const branches = useVisitOptions().data?.branches ?? [];
  if (branches.length < 2) return null;
  return (
    <NativeSelect
      className={classes.branch}
      aria-label={t('onboarding:visits.branch')}
      value={value ?? ''}
      data={[
        { value: '', label: t('onboarding:visits.all_branches') },
        ...branches.map(({ id, title }) => ({ value: id, label: title })),
      ]}
      onChange={({ currentTarget }) => onChange(branches.find(({ id }) => id === currentTarget.value)?.id)}
    />
  );
}
