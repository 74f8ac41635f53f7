import { CAST, type Role } from '../cast/cast.ts';
import { KYIV_CAST, LONDON_CAST, SAO_PAULO_CAST } from '../cast/cast-languages.ts';
import { DEMO_CLINICS, MEDFLEX_ACCOUNTS } from './fixtures.ts';
import { stableNumber } from '../values/ids.ts';
import { wallNow } from './schedule.ts';
import type { Account, Appointment } from './state.ts';

const MS_A_DAY = 86_400_000;
/** Appointments of the days around now: days from today, and the hour. */
const TIMES = [
  [-1, 10],
  [0, 9],
  [1, 10],
  [1, 15],
  [2, 12],
  [3, 11],
  [6, 16],
  [12, 13],
] as const;
const MAX_PATIENTS = TIMES.length;

/** The clinics' own appointments: patients are people of the cast, who have phones. */
export function seedAgenda(now: number): Appointment[] {
  const [zdorovie, ember] = MEDFLEX_ACCOUNTS;
  const patients = [CAST, LONDON_CAST, SAO_PAULO_CAST, KYIV_CAST];
  return [
    ...appointmentsOf(zdorovie, CAST, now),
    ...appointmentsOf(ember, LONDON_CAST, now),
    ...DEMO_CLINICS.flatMap((account, at) => fullDays(account, patients[at] ?? CAST, now)),
  ];
}

/** Days of a demo's clinic, from today. */
const [FIRST_DAY, LAST_DAY] = [-1, 6];
/** Hours of a doctor's appointments on one day; the next doctor begins later. */
const HOURS = [9, 11, 14, 16] as const;
/** One place in so many stays free. */
const FREE_OF = 3;

function fullDays(account: Account, people: readonly Role[], now: number): Appointment[] {
  const patients = people.filter(({ phone }) => phone !== '');
  const days = Array.from({ length: LAST_DAY - FIRST_DAY + 1 }, (_, at) => FIRST_DAY + at);
  const places = days
    .flatMap((day) =>
      account.doctors.flatMap((doctor, nth) => HOURS.map((hour) => ({ day, doctor, hour: hour + (nth % 2) }))),
    )
    .filter(({ day, doctor, hour }) => stableNumber(`${doctor.id} ${day} ${hour}`, FREE_OF) !== 0);
  return places.flatMap(({ day, doctor, hour }, at) => {
    const person = patients[at % patients.length];
    const made = person ? anAppointment(account, doctor, { person, day, hour, nth: at }, now) : [];
    return made.map((one) => ({ ...one, status: statusOf(one, at, wallNow(account, now)) }));
  });
}

/** Patients of the past have come, but for one in many; some of those to come have confirmed. */
function statusOf({ start, end }: Appointment, nth: number, now: string): NonNullable<Appointment['status']> {
  if (end < now) return nth % 11 === 7 ? 'failure' : 'arrived';
  const isSoon = start.slice(0, 10) === now.slice(0, 10);
  return nth % 3 === 0 || (isSoon && nth % 3 === 1) ? 'confirmed' : 'relevant';
}

function appointmentsOf(account: Account | undefined, people: readonly Role[], now: number): Appointment[] {
  if (!account) return [];
  const patients = people.filter(({ phone }) => phone !== '').slice(0, MAX_PATIENTS);
  return patients.flatMap((person, nth) => {
    const [day, hour] = TIMES[nth] ?? [1, 10];
    const doctor = account.doctors[nth % account.doctors.length];
    return doctor ? anAppointment(account, doctor, { person, day, hour, nth }, now) : [];
  });
}

type Place = {
  person: Role;
  /** From today. */
  day: number;
  hour: number;
  /** Among the appointments of the account. */
  nth: number;
};

function anAppointment(
  { token, offsetHours }: Account,
  doctor: Account['doctors'][number],
  { person, day, hour, nth }: Place,
  now: number,
): Appointment[] {
  const [clinicId] = doctor.clinics;
  const [specialityId] = doctor.specialities;
  if (clinicId === undefined || specialityId === undefined) return [];
  const date = new Date(now + offsetHours * 3_600_000 + day * MS_A_DAY).toISOString().slice(0, 10);
  const start = `${date} ${String(hour).padStart(2, '0')}:00`;
  return [
    {
      uuid: `5eed0000-0000-4000-8000-${String(clinicId * 1_000 + nth).padStart(12, '0')}`,
      token,
      doctorId: doctor.id,
      clinicId,
      specialityId,
      start,
      end: start.replace(/:00$/, ':30'),
      price: doctor.price,
      patient: {
        mobile_phone: person.phone,
        first_name: person.name,
        second_name: '',
        last_name: person.surname,
        birthday: person.birthDate,
      },
      isCancelled: false,
    },
  ];
}
