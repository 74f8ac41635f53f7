import { z } from 'zod';

/** Variables about Chatwoot, at which people of a business answer contacts. */
export const CHATWOOT_VARIABLES = {
  /** The installation that is meant where its owner enters no address. */
  CHATWOOT_BASE_URL: z.url().optional(),
};

type ChatwootEnvironment = z.output<z.ZodObject<typeof CHATWOOT_VARIABLES>>;

/** @param world address of the simulated world, in a demo */
export function chatwootOf(env: ChatwootEnvironment, world: string | undefined) {
  return { baseUrl: env.CHATWOOT_BASE_URL ?? (world ? `${world}/chatwoot` : 'https://app.chatwoot.com') };
}
