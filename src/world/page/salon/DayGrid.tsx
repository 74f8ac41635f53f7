import { Fragment } from 'react';
import { dayIn, minuteIn, minuteOf, timeOf } from '../format.ts';
import type { Company, Salon, StaffMember, Visit } from '../types.ts';
import classes from './DayGrid.module.css';
import { VisitBlock } from './VisitBlock.tsx';

const OPENS = 9 * 60;
const CLOSES = 21 * 60;
const STEP = 30;
const MINUTE_PX = 0.92;

type Props = {
  salon: Salon;
  company: Company;
  staff: StaffMember[];
  day: string;
  now: Date;
  onSlot(staffId: number, time: string): void;
  onVisit(visit: Visit): void;
  onMove(visitId: number, staffId: number, time: string): void;
};

/** One day: a column per master, half-hours to click on, visits to open and to drag. */
export function DayGrid(props: Props) {
  const { salon, company, staff, day, now } = props;
  const minutes = Array.from({ length: (CLOSES - OPENS) / STEP }, (_, index) => OPENS + index * STEP);
  const isToday = dayIn(company.timezone, now) === day;
  const nowMinute = minuteIn(company.timezone, now);
  const hasNowLine = isToday && nowMinute > OPENS && nowMinute < CLOSES;

  return (
    <div className={classes.grid} style={{ gridTemplateColumns: `46px repeat(${staff.length}, minmax(0, 1fr))` }}>
      <div className={classes.corner} />
      {staff.map((member) => (
        <div key={member.id} className={classes.head}>
          <b>{member.name}</b>
          <small>{member.specialization}</small>
        </div>
      ))}
      <div className={classes.axis} style={{ height: (CLOSES - OPENS) * MINUTE_PX }}>
        {minutes
          .filter((minute) => minute % 60 === 0)
          .map((minute) => (
            <span key={minute} style={{ top: (minute - OPENS) * MINUTE_PX }}>
              {timeOf(minute)}
            </span>
          ))}
        {hasNowLine && (
          <span className={classes.nowLabel} style={{ top: (nowMinute - OPENS) * MINUTE_PX }}>
            {timeOf(nowMinute)}
          </span>
        )}
      </div>
      {staff.map((member) => (
        <Fragment key={member.id}>
          <Column {...props} member={member} minutes={minutes} nowMinute={hasNowLine ? nowMinute : null}>
            {salon.records
              .filter((visit) => visit.staffId === member.id && !visit.deleted && visit.date.startsWith(day))
              .map((visit) => (
                <VisitBlock
                  key={visit.id}
                  visit={visit}
                  client={salon.clients.find((client) => client.id === visit.clientId)}
                  top={(minuteOf(visit.date.slice(11, 16)) - OPENS) * MINUTE_PX}
                  height={(visit.lengthSeconds / 60) * MINUTE_PX}
                  onOpen={() => props.onVisit(visit)}
                />
              ))}
          </Column>
        </Fragment>
      ))}
    </div>
  );
}

type ColumnProps = Props & {
  member: StaffMember;
  minutes: number[];
  nowMinute: number | null;
  children: React.ReactNode;
};

function Column({ member, minutes, nowMinute, children, onSlot, onMove }: ColumnProps) {
  const drop = (event: React.DragEvent<HTMLDivElement>) => {
    event.preventDefault();
    const [id = 0, grabbedPx = 0] = event.dataTransfer.getData('text/plain').split(':').map(Number);
    const y = event.clientY - event.currentTarget.getBoundingClientRect().top - grabbedPx;
    const minute = OPENS + Math.round(y / MINUTE_PX / 15) * 15;
    if (id > 0) onMove(id, member.id, timeOf(Math.max(OPENS, Math.min(CLOSES - STEP, minute))));
  };
  return (
    <div className={classes.column} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      {minutes.map((minute) => (
        <button
          key={minute}
          type="button"
          className={classes.slot}
          style={{ height: STEP * MINUTE_PX }}
          aria-label={`${member.name}, ${timeOf(minute)}`}
          onClick={() => onSlot(member.id, timeOf(minute))}
        >
          <span>+ {timeOf(minute)}</span>
        </button>
      ))}
      {nowMinute !== null && <div className={classes.nowLine} style={{ top: (nowMinute - OPENS) * MINUTE_PX }} />}
      {children}
    </div>
  );
}
