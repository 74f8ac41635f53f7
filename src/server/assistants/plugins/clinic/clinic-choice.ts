import { SYNONYMS } from '#server/assistants/knowledge/search/synonyms/all.ts';
import { findNamed } from '#server/assistants/plugins/naming-rules.ts';
import { priceText } from '#server/assistants/plugins/result-rules.ts';
import type { ClinicFacts, DoctorFacts, SpecialityFacts } from '#server/connections/clinic-port.ts';
import { minorUnits, oneLine } from '#server/texts/content/format-rules.ts';
import type { ClinicDesk, OpenClinic } from './clinic-desk.ts';
import { type ClinicRefusal, refuse, type ShownClinic, type ShownDoctor } from './clinic-results.ts';

/** A doctor in a clinic. */
export type Performer = { doctor: DoctorFacts; clinic: ClinicFacts };
/** A speciality and the doctors whom a contact may see for it. */
export type ClinicChoice = { speciality: SpecialityFacts; performers: Performer[] };
export type ClinicWords = { speciality: string | null; doctor: string | null; clinic: string | null };

const MOST_CHOICES = 10;

/** Reads the words for a speciality, a doctor and a clinic; a doctor of one speciality needs no other words. */
export function chooseDoctors(open: OpenClinic, words: ClinicWords): ClinicChoice | ClinicRefusal {
  const clinics = findClinics(open, words.clinic);
  if (clinics.length === 0) return refuse('which_clinic', { clinics: open.clinics.map(showClinic) });
  const working = performersIn(open, clinics);
  const named = words.doctor?.trim() ? findDoctors(working, words.doctor) : working;
  if (named.length === 0) return refuse('not_offered', { doctors: shown(working), next: NO_DOCTOR });
  const speciality = chooseSpeciality(named, words);
  if ('ok' in speciality) return speciality;
  const performers = named.filter(({ doctor }) => has(doctor, speciality));
  return { speciality, performers };
}

const NO_DOCTOR = 'No such doctor works here: tell the client who does, as listed here, or suggest list_doctors.';

export function findClinics({ clinics }: OpenClinic, words: string | null): readonly ClinicFacts[] {
  if (!words?.trim()) return clinics;
  const named = clinics.map((clinic) => ({
    id: clinic.externalId,
    name: clinic.title,
    about: clinic.address,
    clinic,
  }));
  return findNamed(named, words, SYNONYMS).map(({ clinic }) => clinic);
}

export function performersIn({ doctors }: OpenClinic, clinics: readonly ClinicFacts[]): Performer[] {
  return doctors.flatMap((doctor) =>
    clinics.filter(({ externalId }) => doctor.clinicIds.includes(externalId)).map((clinic) => ({ doctor, clinic })),
  );
}

function findDoctors(performers: readonly Performer[], words: string): Performer[] {
  const named = performers.map((performer) => ({
    id: performer.doctor.externalId,
    name: performer.doctor.name,
    about: null,
    performer,
  }));
  return findNamed(named, words, SYNONYMS).map(({ performer }) => performer);
}

/** The speciality that words name; without words, the only one of the doctors. */
function chooseSpeciality(
  performers: readonly Performer[],
  { speciality: words }: ClinicWords,
): SpecialityFacts | ClinicRefusal {
  const all = specialitiesOf(performers);
  const found = words?.trim() ? findSpecialities(all, words) : all;
  const [only] = found;
  if (only && found.length === 1) return only;
  const specialities = (found.length > 0 ? found : all).slice(0, MOST_CHOICES).map(showSpeciality);
  if (!words?.trim()) return refuse('needs_speciality', { specialities });
  return found.length > 1 ? refuse('which_speciality', { specialities }) : refuse('not_offered', { specialities });
}

export function findSpecialities(all: readonly SpecialityFacts[], words: string): SpecialityFacts[] {
  const named = all.map((speciality) => ({
    id: speciality.externalId,
    name: speciality.title,
    about: null,
    speciality,
  }));
  return findNamed(named, words, SYNONYMS).map(({ speciality }) => speciality);
}

/** Specialities of doctors, each once, by their titles. */
export function specialitiesOf(performers: readonly { doctor: DoctorFacts }[]): SpecialityFacts[] {
  const byId = new Map(
    performers.flatMap(({ doctor }) => doctor.specialities.map((one) => [one.externalId, one] as const)),
  );
  return [...byId.values()].toSorted((one, other) => one.title.localeCompare(other.title));
}

export const has = ({ specialities }: DoctorFacts, { externalId }: SpecialityFacts) =>
  specialities.some((one) => one.externalId === externalId);

/** Minor units; 0: not known. */
export function priceOf({ currency }: OpenClinic, { doctor, clinic }: Performer, speciality: SpecialityFacts): number {
  const own = doctor.prices.filter(({ specialityId }) => specialityId === speciality.externalId);
  const price = own.find(({ clinicId }) => clinicId === clinic.externalId) ?? own.find((one) => one.clinicId === null);
  return Math.round(minorUnits(price?.amount ?? 0, currency));
}

export const showSpeciality = ({ externalId, title }: SpecialityFacts) => ({
  speciality_id: externalId,
  title: oneLine(title),
});

export const showClinic = ({ externalId, title, address }: ClinicFacts): ShownClinic => ({
  clinic_id: externalId,
  title: oneLine(title),
  address: address === null ? null : oneLine(address),
});

/** Doctors, each once; clinics are named where there are several. */
export function showDoctors(desk: ClinicDesk, open: OpenClinic, performers: readonly Performer[]): ShownDoctor[] {
  const byDoctor = Map.groupBy(performers, ({ doctor }) => doctor.externalId);
  return [...byDoctor.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const [speciality] = first.doctor.specialities;
    const price = speciality ? priceOf(open, first, speciality) : 0;
    return [
      {
        doctor_id: first.doctor.externalId,
        name: oneLine(first.doctor.name),
        specialities: first.doctor.specialities.map(({ title }) => oneLine(title)),
        price: priceText(price, open.currency, desk.scope.language),
        ...(open.clinics.length > 1 && { clinics: own.map(({ clinic }) => oneLine(clinic.title)) }),
      },
    ];
  });
}

const shown = (performers: readonly Performer[]): ShownDoctor[] =>
  [...new Map(performers.map(({ doctor }) => [doctor.externalId, doctor])).values()]
    .slice(0, MOST_CHOICES)
    .map(({ externalId, name, specialities }) => ({
      doctor_id: externalId,
      name: oneLine(name),
      specialities: specialities.map(({ title }) => oneLine(title)),
      price: null,
    }));
