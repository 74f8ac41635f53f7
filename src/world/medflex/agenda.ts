import { CAST, type Role } from '../cast/cast.ts';
import { LONDON_CAST } from '../cast/cast-languages.ts';
import { MEDFLEX_ACCOUNTS } from './fixtures.ts';
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
  return [...appointmentsOf(zdorovie, CAST, now), ...appointmentsOf(ember, LONDON_CAST, now)];
}

function appointmentsOf(account: Account | undefined, people: readonly Role[], now: number): Appointment[] {
  if (!account) return [];
  const patients = people.filter(({ phone }) => phone !== '').slice(0, MAX_PATIENTS);
  return patients.flatMap((person, at) => {
    const [days, hour] = TIMES[at] ?? [1, 10];
    const doctor = account.doctors[at % account.doctors.length];
    const clinicId = doctor?.clinics[0];
    const specialityId = doctor?.specialities[0];
    if (!doctor || clinicId === undefined || specialityId === undefined) return [];
    const day = new Date(now + account.offsetHours * 3_600_000 + days * MS_A_DAY).toISOString().slice(0, 10);
    const start = `${day} ${String(hour).padStart(2, '0')}:00`;
    return [
      {
        uuid: `5eed0000-0000-4000-8000-${String(clinicId * 1_000 + at).padStart(12, '0')}`,
        token: account.token,
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
  });
}
