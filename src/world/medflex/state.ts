import type { Sim } from '../sim/sim.ts';
import { seedAgenda } from './agenda.ts';
import { DEMO_CLINICS, MEDFLEX_ACCOUNTS } from './fixtures.ts';

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
  /** Absent: `relevant`. A cancelled one is `canceled`. */
  status?: 'relevant' | 'confirmed' | 'arrived' | 'failure' | 'undefined';
  /** ISO 8601; absent: it was not changed since it was made. */
  changedAt?: string;
  /** The patient wants no messages: it is not sent to those who remind. */
  refuses?: boolean;
};

/** Where changes are posted to, with `Authorization: Token <token>`. */
export type Push = { url: string; token: string };

/**
 * @property shape how `/schedule/` answers: with doctors below each clinic, or as a flat list
 * @property envelope the name of the list in an answer
 */
export type MedflexState = {
  accounts: Account[];
  appointments: Appointment[];
  /** Appointments that the clinics made themselves; with those above, they are what the trigger API sends. */
  agenda: Appointment[];
  /** By the token of the account. */
  pushes: Record<string, Push>;
  /** Cells that another patient is about to book: `clinic doctor start`. */
  blocked: string[];
  /** Tokens that are refused. */
  refused: string[];
  switches: Switches;
};

/**
 * @property key how the trigger API wants its key: after `Token`, or alone
 * @property sends whether changes are sent to those who have an address
 * @property trigger whether MedFlex has opened the trigger API for the clinics
 */
export type Switches = {
  shape: 'clinics' | 'flat';
  envelope: 'data' | 'results';
  key: 'token' | 'bare';
  trigger: 'open' | 'closed';
  offset: 'number' | 'text';
  sends: 'on' | 'off';
};

/** The state of the service, seeded when it is first asked for. */
export function medflexState(sim: Sim): MedflexState {
  return (sim.state.services['medflex'] ??= seedMedflex(sim.clock.now())) as MedflexState; // NOTE: nobody else writes below this name
}

const seedMedflex = (now: number): MedflexState => ({
  accounts: structuredClone([...MEDFLEX_ACCOUNTS, ...DEMO_CLINICS]),
  appointments: [],
  agenda: seedAgenda(now),
  pushes: {},
  blocked: [],
  refused: [],
  switches: { shape: 'clinics', envelope: 'data', key: 'token', trigger: 'open', offset: 'number', sends: 'on' },
});
