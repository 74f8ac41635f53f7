import type { z } from 'zod';
import { AMO_VARIABLES, amoOf } from './amo.ts';
import { CHATWOOT_VARIABLES, chatwootOf } from './chatwoot.ts';
import { MEDFLEX_VARIABLES, medflexOf } from './medflex.ts';

/** Variables about CRMs, desks of operators and systems of clinics. */
export const SYSTEM_VARIABLES = { ...AMO_VARIABLES, ...CHATWOOT_VARIABLES, ...MEDFLEX_VARIABLES };

type SystemsEnvironment = z.output<z.ZodObject<typeof SYSTEM_VARIABLES>>;

/** @param world address of the simulated world, in a demo */
export const systemsOf = (env: SystemsEnvironment, world: string | undefined) => ({
  amo: amoOf(env, world),
  chatwoot: chatwootOf(env, world),
  medflex: medflexOf(env, world),
});
