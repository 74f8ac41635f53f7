import { IconCheck, IconClock, IconCoffee, IconUserCheck, IconUserX } from '@tabler/icons-react';
import { useTexts } from '../texts.tsx';
import type { Attendance, Client, Visit } from '../types.ts';
import classes from './VisitBlock.module.css';

export const APPEARANCES = {
  0: { key: 'waiting', icon: IconClock },
  2: { key: 'confirmed', icon: IconUserCheck },
  1: { key: 'arrived', icon: IconCheck },
  [-1]: { key: 'missed', icon: IconUserX },
} as const satisfies Record<Attendance, unknown>;

type Props = { visit: Visit; client: Client | undefined; top: number; height: number; onOpen(): void };

/** A visit in the journal: who, what, and its outcome by colour, icon and word. */
export function VisitBlock({ visit, client, top, height, onOpen }: Props) {
  const { t } = useTexts();
  const isBreak = visit.clientId === null;
  const { key, icon } = APPEARANCES[visit.attendance];
  const Icon = isBreak ? IconCoffee : icon;
  const outcome = isBreak ? t('break') : t(key);
  const title = isBreak ? visit.comment || t('break') : shortName(client);
  const service = visit.lines.map((line) => line.title).join(', ');

  return (
    <button
      type="button"
      draggable
      className={classes.block}
      data-look={isBreak ? 'break' : key}
      data-short={height < 44 || undefined}
      style={{ top: top + 1, height: height - 2 }}
      title={[`${visit.date.slice(11, 16)} ${title}`, service, outcome].filter(Boolean).join(' · ')}
      onDragStart={(event) => {
        const grabbed = event.clientY - event.currentTarget.getBoundingClientRect().top;
        event.dataTransfer.setData('text/plain', `${visit.id}:${grabbed}`);
        event.dataTransfer.effectAllowed = 'move';
      }}
      onClick={onOpen}
    >
      <span className={classes.line}>
        <Icon size={14} aria-hidden />
        <b>{title}</b>
      </span>
      <span className={classes.service}>{service || outcome}</span>
      {height >= 60 && !isBreak && <span className={classes.outcome}>{outcome}</span>}
    </button>
  );
}

/** «Анна С.»: the surname would not fit. */
function shortName(client: Client | undefined): string {
  if (!client) return '';
  return client.surname === '' ? client.name : `${client.name} ${client.surname.slice(0, 1)}.`;
}
