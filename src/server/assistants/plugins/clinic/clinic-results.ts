import type { Language } from '#contract/primitives.ts';
import {
  priceText,
  type Refused,
  refused,
  showMoment,
  type ShownMoment,
} from '#server/assistants/plugins/result-rules.ts';
import { oneLine } from '#server/texts/content/format-rules.ts';
import type { ClinicBookingRow } from './booking-queries.ts';

/**
 * Why a call of the clinic's functions did nothing: reasons of all booking functions, and
 * - `which_speciality`, `which_doctor`, `which_clinic`, `which_appointment`: several are meant, or none.
 * - `needs_birthday`: none that the contact wrote, or none that can be.
 * - `needs_consent`: the text was not sent yet, or the contact has not agreed to it.
 */
export type ClinicRefusal = Omit<Refused, 'reason'> & {
  reason:
    | Refused['reason']
    | 'needs_speciality'
    | 'which_speciality'
    | 'which_doctor'
    | 'which_clinic'
    | 'needs_birthday'
    | 'needs_consent'
    | 'which_appointment';
  specialities?: ShownSpeciality[];
  doctors?: ShownDoctor[];
  clinics?: ShownClinic[];
  appointments?: ShownAppointment[];
  offered?: ShownClinicTime[];
  consent?: string;
};

export type ShownClinic = { clinic_id: string; title: string; address: string | null };
export type ShownSpeciality = { speciality_id: string; title: string };
export type ShownDoctor = {
  doctor_id: string;
  name: string;
  specialities: string[];
  price: string | null;
  clinics?: string[];
};
export type ShownClinicTime = ShownMoment & {
  speciality: string;
  doctor: string;
  doctor_id: string;
  price: string | null;
  clinic?: string;
};
export type ShownAppointment = ShownMoment & {
  appointment_id: string;
  speciality: string;
  doctor: string;
  price: string | null;
  minutes: number;
  status: 'booked' | 'cancelled';
  clinic: string;
  address: string | null;
  patient: string;
};

const NEXT = {
  needs_speciality: 'Ask the client which doctor they want to see; list_specialities has the specialities.',
  which_speciality: 'Ask the client which of these specialities they want, then call again with its speciality_id.',
  which_doctor: 'Ask the client which of these doctors they want, then call again with the doctor_id.',
  which_clinic: 'Ask the client which of these clinics they want, then call again with its clinic_id.',
  needs_birthday: "Ask the client for the patient's date of birth, then call again with it as YYYY-MM-DD.",
  needs_consent:
    'Send the client the text of "consent" word for word and ask whether they agree. After their yes call again with agreed true.',
  which_appointment: 'Ask the client which of these appointments they mean, then call again with its appointment_id.',
} as const satisfies Partial<Record<ClinicRefusal['reason'], string>>;

export function refuse(
  reason: ClinicRefusal['reason'],
  more: Partial<Omit<ClinicRefusal, 'ok' | 'reason'>> = {},
): ClinicRefusal {
  if (reason in NEXT) return { ok: false, reason, next: NEXT[reason as keyof typeof NEXT], ...more }; // NOTE: `in` does not narrow
  return { ...refused(reason as Refused['reason']), ...more }; // NOTE: as above
}

/** An appointment of the contact's own. */
export function showAppointment(
  row: Omit<ClinicBookingRow, 'key' | 'consentText'>,
  language: Language,
): ShownAppointment {
  return {
    appointment_id: row.id,
    ...showMoment(row.startsAt, row.timeZone),
    speciality: oneLine(row.speciality.title),
    doctor: oneLine(row.doctor.name),
    price: priceText(row.priceMinor, row.currency, language),
    minutes: row.minutes,
    status: row.status === 'cancelled' ? 'cancelled' : 'booked',
    clinic: oneLine(row.clinic.title),
    address: row.clinic.address === null ? null : oneLine(row.clinic.address),
    patient: row.patientName,
  };
}
