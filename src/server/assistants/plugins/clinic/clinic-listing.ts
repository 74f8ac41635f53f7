import { type PartOfDay, partOf, spread } from '#server/assistants/plugins/result-rules.ts';
import {
  chooseDoctors,
  findClinics,
  findSpecialities,
  has,
  performersIn,
  showClinic,
  showDoctors,
  showSpeciality,
  specialitiesOf,
  type ClinicWords,
} from './clinic-choice.ts';
import { type ClinicDesk, openClinic } from './clinic-desk.ts';
import { type ClinicRefusal, refuse } from './clinic-results.ts';
import { freeTimesOf, readWantedDay, showClinicTime, soonestOf } from './clinic-times.ts';

const MOST_DOCTORS = 30;
/** Days that are searched where none is wanted. */
const NEXT_DAYS = 14;

export async function listClinics(desk: ClinicDesk) {
  const open = await openClinic(desk);
  return 'ok' in open ? open : ({ ok: true, clinics: open.clinics.map(showClinic) } as const);
}

export async function listSpecialities(desk: ClinicDesk, { clinic }: { clinic: string | null }) {
  const open = await openClinic(desk);
  if ('ok' in open) return open;
  const clinics = findClinics(open, clinic);
  if (clinics.length === 0) return refuse('which_clinic', { clinics: open.clinics.map(showClinic) });
  return { ok: true, specialities: specialitiesOf(performersIn(open, clinics)).map(showSpeciality) } as const;
}

export async function listDoctors(
  desk: ClinicDesk,
  { speciality, clinic }: { speciality: string | null; clinic: string | null },
) {
  const open = await openClinic(desk);
  if ('ok' in open) return open;
  const clinics = findClinics(open, clinic);
  if (clinics.length === 0) return refuse('which_clinic', { clinics: open.clinics.map(showClinic) });
  const performers = performersIn(open, clinics);
  const wanted = speciality?.trim() ? findSpecialities(specialitiesOf(performers), speciality) : null;
  if (wanted?.length === 0)
    return refuse('not_offered', { specialities: specialitiesOf(performers).map(showSpeciality) });
  const able = performers.filter(({ doctor }) => wanted?.some((one) => has(doctor, one)) ?? true);
  const doctors = showDoctors(desk, open, able);
  const more = Math.max(0, doctors.length - MOST_DOCTORS);
  return { ok: true, doctors: doctors.slice(0, MOST_DOCTORS), ...(more > 0 && { more }) } as const;
}

export async function findDoctorTimes(
  desk: ClinicDesk,
  wanted: ClinicWords & { day: string | null; part_of_day: PartOfDay | null },
): Promise<ClinicRefusal | { ok: true; [key: string]: unknown }> {
  const open = await openClinic(desk);
  if ('ok' in open) return open;
  const choice = chooseDoctors(open, wanted);
  if ('ok' in choice) return choice;
  const today = desk.ctx.clock.now().toZonedDateTimeISO(open.timeZone).toPlainDate();
  const day = wanted.day?.trim() ? readWantedDay(wanted.day, today) : null;
  if (day && 'ok' in day) return day;
  const when = { from: day ?? today, days: day ? 1 : NEXT_DAYS };
  const free = await freeTimesOf(open, choice, { ...when, soonest: soonestOf(desk) });
  if (!free) return refuse('failed');
  const { speciality } = choice;
  const inPart = free.filter(({ startsAt }) => wanted.part_of_day === null || partOf(startsAt) === wanted.part_of_day);
  const byStart = new Map(inPart.toReversed().map((time) => [time.startsAt.toString(), time]));
  const times = [...byStart.values()].toReversed().map((time) => showClinicTime(desk, open, { ...time, speciality }));
  const { shown, more } = spread(times);
  return {
    ok: true,
    speciality: speciality.title,
    times: shown,
    ...(more > 0 && {
      more,
      next: 'Call find_doctor_times with a day and a part of it for the times that are left out.',
    }),
    ...(shown.length === 0 && { next: 'No free times then: tell the client, and offer another day or doctor.' }),
  };
}
