import { priceText, readDay } from '#server/assistants/plugins/result-rules.ts';
import type { ClinicTime, SpecialityFacts } from '#server/connections/clinic-port.ts';
import { oneLine } from '#server/texts/content/format-rules.ts';
import { type ClinicChoice, type Performer, priceOf } from './clinic-choice.ts';
import type { ClinicDesk, OpenClinic } from './clinic-desk.ts';
import { type ClinicRefusal, refuse, type ShownClinicTime } from './clinic-results.ts';

/** A free time with who sees the contact then. */
export type FreeTime = ClinicTime & { performer: Performer };

/** Reads the free times of a choice; null: the clinic's system did not answer. */
export async function freeTimesOf(
  { provider, caller, timeZone }: OpenClinic,
  { performers }: ClinicChoice,
  { from, days, soonest }: { from: Temporal.PlainDate; days: number; soonest: Temporal.Instant },
): Promise<FreeTime[] | null> {
  const clinicIds = [...new Set(performers.map(({ clinic }) => clinic.externalId))];
  const listed = await provider.listTimes(caller, clinicIds, { from, days });
  if (!listed.isOk) return null;
  const earliest = soonest.toZonedDateTimeISO(timeZone).toPlainDateTime();
  const until = from.add({ days });
  return listed.value
    .flatMap((time) => {
      const performer = performers.find(
        ({ doctor, clinic }) => doctor.externalId === time.doctorId && clinic.externalId === time.clinicId,
      );
      const isWanted =
        Temporal.PlainDateTime.compare(time.startsAt, earliest) >= 0 &&
        Temporal.PlainDate.compare(time.startsAt.toPlainDate(), until) < 0;
      return performer && isWanted ? [{ ...time, performer }] : [];
    })
    .toSorted((one, other) => Temporal.PlainDateTime.compare(one.startsAt, other.startsAt));
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function showClinicTime(
  desk: ClinicDesk,
  open: OpenClinic,
  { startsAt, performer, speciality }: FreeTime & { speciality: SpecialityFacts },
): ShownClinicTime {
  const { language } = desk.scope;
  return {
    day: startsAt.toPlainDate().toString(),
    weekday: WEEKDAYS[startsAt.dayOfWeek - 1] ?? '',
    time: startsAt.toPlainTime().toString({ smallestUnit: 'minute' }),
    speciality: oneLine(speciality.title),
    doctor: oneLine(performer.doctor.name),
    doctor_id: performer.doctor.externalId,
    price: priceText(priceOf(open, performer, speciality), open.currency, language),
    ...(open.clinics.length > 1 && { clinic: oneLine(performer.clinic.title) }),
  };
}

/** A wanted day that is not over, or why it cannot be searched. */
export function readWantedDay(text: string, today: Temporal.PlainDate): Temporal.PlainDate | ClinicRefusal {
  const day = readDay(text);
  if (!day) return refuse('needs_time', { next: 'Call again with the day as YYYY-MM-DD.' });
  return Temporal.PlainDate.compare(day, today) < 0 ? refuse('past') : day;
}

/** Reads `YYYY-MM-DD HH:MM` of the clinic; null when it is none. */
export function readWall(written: string): Temporal.PlainDateTime | null {
  const [, day = '', hour = '', minute = ''] =
    /^(\d{4}-\d\d-\d\d)[ T](\d{1,2}):(\d\d)(?::00)?$/.exec(written.trim()) ?? [];
  const date = readDay(day);
  if (!date || Number(hour) > 23 || Number(minute) > 59) return null;
  return date.toPlainDateTime({ hour: Number(hour), minute: Number(minute) });
}

/** Nobody comes sooner. */
const SOONEST_MINUTES = 60;

export const soonestOf = ({ ctx }: ClinicDesk): Temporal.Instant => ctx.clock.now().add({ minutes: SOONEST_MINUTES });
