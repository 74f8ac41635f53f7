import { ActionIcon, Button, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { addDays } from '../format.ts';
import { type Language, TAGS, useTexts } from '../texts.tsx';
import type { Visit } from '../types.ts';
import classes from './Journal.module.css';

type Props = { day: string; today: string; visits: Visit[]; onDay(day: string): void };

/** Seven days around the chosen one, each with its number of visits. */
export function WeekStrip({ day, today, visits, onDay }: Props) {
  const { t, language } = useTexts();
  const start = firstDay(day, today);
  const days = Array.from({ length: 7 }, (_, index) => addDays(start, index));
  const countOf = (one: string) =>
    visits.filter((visit) => visit.clientId !== null && visit.date.startsWith(one)).length;

  return (
    <div className={classes.week}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('previousWeek')}
        onClick={() => onDay(addDays(day, -7))}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <div className={classes.days}>
        {days.map((one) => (
          <UnstyledButton
            key={one}
            className={classes.dayButton}
            data-chosen={one === day || undefined}
            data-today={one === today || undefined}
            onClick={() => onDay(one)}
          >
            <span>
              {one === today && <i>{t('today')}</i>}
              <u>{nameOf(one, language)}</u>
            </span>
            <b>{Number(one.slice(8))}</b>
            <small>{countOf(one) || '–'}</small>
          </UnstyledButton>
        ))}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('nextWeek')}
        onClick={() => onDay(addDays(day, 7))}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
      {day !== today && (
        <Button variant="subtle" size="compact-sm" className={classes.todayButton} onClick={() => onDay(today)}>
          {t('today')}
        </Button>
      )}
    </div>
  );
}

/** The strip keeps today as its second day as long as the chosen day fits in. */
function firstDay(day: string, today: string): string {
  const start = addDays(today, -1);
  const end = addDays(start, 6);
  return day >= start && day <= end ? start : addDays(day, -1);
}

function nameOf(day: string, language: Language): string {
  const date = new Date(`${day}T12:00:00Z`);
  return new Intl.DateTimeFormat(TAGS[language], { weekday: 'short' }).format(date);
}
