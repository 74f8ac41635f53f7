import type { ProviderResult, Requester, UnreadableRecord, VisitFacts } from './port.ts';

/** The records of a payload for one branch. */
export type RecordPayload = { branchExternalId: string; visits: VisitFacts[]; unreadable: UnreadableRecord[] };

/** A requester with the token of one clinic's account. */
export type ClinicCaller = Requester & { token: string };

/** A branch of a clinic. Times of a clinic are civil times of its own place. */
export type ClinicFacts = { externalId: string; title: string; address: string | null; canCancel: boolean };

export type SpecialityFacts = { externalId: string; title: string };

export type DoctorFacts = {
  externalId: string;
  name: string;
  specialities: readonly SpecialityFacts[];
  clinicIds: readonly string[];
  /** In the currency of the clinic; `clinicId` null: in all of them. */
  prices: readonly { clinicId: string | null; specialityId: string; amount: number }[];
};

/** A time at which a doctor is free. */
export type ClinicTime = {
  clinicId: string;
  doctorId: string;
  startsAt: Temporal.PlainDateTime;
  endsAt: Temporal.PlainDateTime;
};

/** An appointment to make. The phone is in E.164. */
export type ClinicOrder = ClinicTime & {
  specialityId: string;
  price: number;
  patient: { firstName: string; lastName: string; birthday: Temporal.PlainDate; phone: string };
  /** An earlier attempt may have made it already: it is looked for first. */
  mayBeMade: boolean;
};

/**
 * - `taken`: another patient has the time, or just now takes it. `closed`: it is outside the doctor's hours.
 */
export type ClinicBooking = { kind: 'made'; claimId: string } | { kind: 'taken' | 'closed' };

/** An appointment that was made through the same account. */
export type ClinicAppointment = { claimId: string; startsAt: Temporal.PlainDateTime; isCancelled: boolean };

/** A system in which patients of clinics are booked; `server/app` binds it. Refusals are results; bugs throw. */
export type ClinicProvider = {
  listClinics(caller: ClinicCaller): Promise<ProviderResult<ClinicFacts[]>>;
  listDoctors(caller: ClinicCaller, clinicIds: readonly string[]): Promise<ProviderResult<DoctorFacts[]>>;
  /** Lists free times of all doctors of clinics. @param when.days at most 30, from the day on */
  listTimes(
    caller: ClinicCaller,
    clinicIds: readonly string[],
    when: { from: Temporal.PlainDate; days: number },
  ): Promise<ProviderResult<ClinicTime[]>>;
  /** Makes an appointment. The system knows no keys: what may have been made is looked for before it is tried again. */
  book(caller: ClinicCaller, order: ClinicOrder): Promise<ProviderResult<ClinicBooking>>;
  /** Lists appointments of a phone from a day on, cancelled ones too. @param wanted.phone E.164 */
  listAppointments(
    caller: ClinicCaller,
    wanted: { phone: string; from: Temporal.PlainDate },
  ): Promise<ProviderResult<ClinicAppointment[]>>;
  /** Cancels an appointment; one that is cancelled already stays so. */
  cancel(caller: ClinicCaller, claimId: string): Promise<ProviderResult<'cancelled' | 'unsupported'>>;
};
