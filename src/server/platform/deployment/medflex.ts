import { z } from 'zod';

/** Variables about MedFlex, in whose system clinics book patients. */
export const MEDFLEX_VARIABLES = {
  MEDFLEX_BASE_URL: z.url().optional(),
  /** Calls with one token; MedFlex publishes no figures. */
  MEDFLEX_CALLS_PER_SECOND: z.coerce.number().int().min(1).default(1),
  /** Where free times are read; MedFlex has another list of them at `/schedule/`. */
  MEDFLEX_SCHEDULE_PATH: z.string().startsWith('/').default('/schedule/lpu/'),
};

type MedflexEnvironment = z.output<z.ZodObject<typeof MEDFLEX_VARIABLES>>;

/** @param world address of the simulated world, in a demo */
export function medflexOf(env: MedflexEnvironment, world: string | undefined) {
  return {
    baseUrl: env.MEDFLEX_BASE_URL ?? (world ? `${world}/medflex` : 'https://api.medflex.ru'),
    schedulePath: env.MEDFLEX_SCHEDULE_PATH,
    limits: { callsPerSecond: env.MEDFLEX_CALLS_PER_SECOND },
  };
}
