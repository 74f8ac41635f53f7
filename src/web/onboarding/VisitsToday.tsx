import { useVisitOptions } from '#web/audiences/use-condition-choices.ts';
import { Button, NativeSelect, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { BranchId } from '#contract/connections.ts';
import type { Home } from '#contract/onboarding.ts';
import type { Visit } from '#contract/visits.ts';
import { productNow } from '#web/lib/clock.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { useFormatPhone } from '#web/lib/phone.ts';
import classes from './home.module.css';
import { Section } from './Section.tsx';
import { VisitBadge } from './VisitBadge.tsx';
import { isOver } from './visits-of-day.ts';

const FIRST_SHOWN = 8;

type Props = {
  home: Home;
  /** Whose visits are shown; all branches' when left out. */
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

type RowProps = { visit: Visit; hasBranch: boolean; isPast: boolean };

function VisitRow({ visit, hasBranch, isPast }: RowProps) {
  const t = useTexts();
  const format = useFormat();
  const formatPhone = useFormatPhone();
  const { contactName, contactPhone, serviceTitles, masterName, branchTitle, startsAt, timeZone, status } = visit;
  const zone = format.zoneNote(timeZone, startsAt);
  const details = [serviceTitles.join(', '), masterName, hasBranch && branchTitle].filter(Boolean).join(' · ');
  return (
    <li>
      <Link
        to="/insights/message-logs"
        search={{ visitId: visit.id }}
        className={classes.visit}
        data-past={isPast || undefined}
        data-cancelled={status === 'cancelled' || undefined}
      >
        <span className={classes.time}>
          {format.time(startsAt, timeZone)}
          {zone && (
            <small className={classes.zone} title={zone}>
              {zone.split(', ').at(-1)}
            </small>
          )}
        </span>
        <span className={classes.client}>
          {contactName || (contactPhone && formatPhone(contactPhone)) || t('onboarding:visits.nameless')}
          {visit.isFirst && <span className={classes.first}>{t('onboarding:visits.first')}</span>}
        </span>
        <span className={classes.status}>
          <VisitBadge status={status} />
        </span>
        <Text span size="sm" c="dimmed" className={classes.details}>
          {details}
        </Text>
      </Link>
    </li>
  );
}
