import { dayIn, minuteIn, minuteOf, timeOf } from '../format.ts';
import type { Company, Salon, StaffMember, Visit } from '../types.ts';
import classes from './DayGrid.module.css';
import { VisitBlock } from './VisitBlock.tsx';

/** The usual working day; visits outside it stretch the grid. */
const OPENS = 10 * 60;
const CLOSES = 21 * 60;
const STEP = 30;
const MINUTE_PX = 0.82;

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
/** The drawn part of the day, in minutes since midnight. */
type Span = { from: number; to: number };

/** One day: a column per master, half-hours to click on, visits to open and to drag. */
export function DayGrid(props: Props) {
  const { salon, company, staff, day, now } = props;
  const masters = new Set(staff.map((member) => member.id));
  const visits = salon.records.filter(
    (visit) => masters.has(visit.staffId) && !visit.deleted && visit.date.startsWith(day),
  );
  const span = spanOf(visits);
  const minute = minuteIn(company.timezone, now);
  const isShown = dayIn(company.timezone, now) === day && minute > span.from && minute < span.to;
  const nowMinute = isShown ? minute : null;

  return (
    <div className={classes.grid} style={{ gridTemplateColumns: `46px repeat(${staff.length}, minmax(0, 1fr))` }}>
      <div className={classes.corner} />
      {staff.map((member) => (
        <div key={member.id} className={classes.head} title={`${member.name}, ${member.specialization}`}>
          <b>{member.name}</b>
          <small>{member.specialization}</small>
        </div>
      ))}
      <Axis span={span} nowMinute={nowMinute} />
      {staff.map((member) => (
        <Column key={member.id} {...props} member={member} span={span} nowMinute={nowMinute}>
          {visits
            .filter((visit) => visit.staffId === member.id)
            .map((visit) => (
              <VisitBlock
                key={visit.id}
                visit={visit}
                client={salon.clients.find((client) => client.id === visit.clientId)}
                top={(startOf(visit) - span.from) * MINUTE_PX}
                height={(visit.lengthSeconds / 60) * MINUTE_PX}
                onOpen={() => props.onVisit(visit)}
              />
            ))}
        </Column>
      ))}
    </div>
  );
}

const startOf = (visit: Visit) => minuteOf(visit.date.slice(11, 16));
const endOf = (visit: Visit) => startOf(visit) + visit.lengthSeconds / 60;

function spanOf(visits: Visit[]): Span {
  const first = Math.min(OPENS, ...visits.map(startOf));
  const last = Math.max(CLOSES, ...visits.map(endOf));
  return { from: Math.floor(first / 60) * 60, to: Math.min(24 * 60, Math.ceil(last / 60) * 60) };
}

function stepsOf({ from, to }: Span): number[] {
  return Array.from({ length: (to - from) / STEP }, (_, index) => from + index * STEP);
}

function Axis({ span, nowMinute }: { span: Span; nowMinute: number | null }) {
  const hours = stepsOf(span).filter((minute) => minute % 60 === 0);
  return (
    <div className={classes.axis} style={{ height: (span.to - span.from) * MINUTE_PX }}>
      {hours.map((minute) => (
        <span key={minute} style={{ top: (minute - span.from) * MINUTE_PX }}>
          {timeOf(minute)}
        </span>
      ))}
      {nowMinute !== null && (
        <span className={classes.nowLabel} style={{ top: (nowMinute - span.from) * MINUTE_PX }}>
          {timeOf(nowMinute)}
        </span>
      )}
    </div>
  );
}

type ColumnProps = Props & { member: StaffMember; span: Span; nowMinute: number | null; children: React.ReactNode };

function Column({ member, span, nowMinute, children, onSlot, onMove }: ColumnProps) {
  const drop = (event: React.DragEvent<HTMLDivElement>) => {
    event.preventDefault();
    const [id = 0, grabbedPx = 0] = event.dataTransfer.getData('text/plain').split(':').map(Number);
    const y = event.clientY - event.currentTarget.getBoundingClientRect().top - grabbedPx;
    const minute = span.from + Math.round(y / MINUTE_PX / 15) * 15;
    if (id > 0) onMove(id, member.id, timeOf(Math.max(span.from, Math.min(span.to - STEP, minute))));
  };
  return (
    <div className={classes.column} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      {stepsOf(span).map((minute) => (
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
      {nowMinute !== null && <div className={classes.nowLine} style={{ top: (nowMinute - span.from) * MINUTE_PX }} />}
      {children}
    </div>
  );
}
