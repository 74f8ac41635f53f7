import { z } from 'zod';

const TriggerPath = z.union([z.literal(''), z.string().startsWith('/')]);

/** Variables about MedFlex, in whose system clinics book patients. */
export const MEDFLEX_VARIABLES = {
  MEDFLEX_BASE_URL: z.url().optional(),
  /** Calls with one token; MedFlex publishes no figures. */
  MEDFLEX_CALLS_PER_SECOND: z.coerce.number().int().min(1).default(1),
  /** Where free times are read; MedFlex has another list of them at `/schedule/`. */
  MEDFLEX_SCHEDULE_PATH: z.string().startsWith('/').default('/schedule/lpu/'),
  /** The trigger API, which MedFlex opens for clinics that send reminders; empty: the call is not available. */
  MEDFLEX_BRANCHES_PATH: TriggerPath.default('/appointments/lpu'),
  MEDFLEX_APPOINTMENTS_PATH: TriggerPath.default('/appointments/appointments/'),
  /** With `{uuid}` for the appointment. MedFlex has not published them: empty until it names them. */
  MEDFLEX_STATUS_PATH: TriggerPath.optional(),
  MEDFLEX_MOVE_PATH: TriggerPath.optional(),
};

type MedflexEnvironment = z.output<z.ZodObject<typeof MEDFLEX_VARIABLES>>;

/** @param world address of the simulated world, in a demo */
export function medflexOf(env: MedflexEnvironment, world: string | undefined) {
  const isWorld = env.MEDFLEX_BASE_URL === undefined && world !== undefined;
  return {
    baseUrl: env.MEDFLEX_BASE_URL ?? (world ? `${world}/medflex` : 'https://api.medflex.ru'),
    schedulePath: env.MEDFLEX_SCHEDULE_PATH,
    trigger: {
      branches: env.MEDFLEX_BRANCHES_PATH,
      appointments: env.MEDFLEX_APPOINTMENTS_PATH,
      status: env.MEDFLEX_STATUS_PATH ?? (isWorld ? `${SIMULATED}/status/` : ''),
      move: env.MEDFLEX_MOVE_PATH ?? (isWorld ? `${SIMULATED}/move/` : ''),
    },
    limits: { callsPerSecond: env.MEDFLEX_CALLS_PER_SECOND },
  };
}

/** As the simulator understands them. */
const SIMULATED = '/appointments/appointments/{uuid}';
