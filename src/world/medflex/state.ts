import type { Sim } from '../sim/sim.ts';
import { MEDFLEX_ACCOUNTS } from './fixtures.ts';

export type Account = {
  token: string;
  name: string;
  /** Hours from UTC at its clinics. */
  offsetHours: number;
  specialities: { id: number; name: string }[];
  clinics: { id: number; name: string; address: string; canCancel: boolean }[];
  doctors: { id: number; name: string; specialities: number[]; clinics: number[]; price: number }[];
};

export type Appointment = {
  uuid: string;
  token: string;
  doctorId: number;
  clinicId: number;
  specialityId: number;
  /** `YYYY-MM-DD HH:MM` of the clinic. */
  start: string;
  end: string;
  price: number;
  patient: { mobile_phone: string; first_name: string; second_name: string; last_name: string; birthday: string };
  isCancelled: boolean;
};

/**
 * @property shape how `/schedule/` answers: with doctors below each clinic, or as a flat list
 * @property envelope the name of the list in an answer
 */
export type MedflexState = {
  accounts: Account[];
  appointments: Appointment[];
  /** Cells that another patient is about to book: `clinic doctor start`. */
  blocked: string[];
  switches: { shape: 'clinics' | 'flat'; envelope: 'data' | 'results' };
};

/** The state of the service, seeded when it is first asked for. */
export function medflexState(sim: Sim): MedflexState {
  return (sim.state.services['medflex'] ??= seedMedflex()) as MedflexState; // NOTE: nobody else writes below this name
}

const seedMedflex = (): MedflexState => ({
  accounts: structuredClone([...MEDFLEX_ACCOUNTS]),
  appointments: [],
  blocked: [],
  switches: { shape: 'clinics', envelope: 'data' },
});
