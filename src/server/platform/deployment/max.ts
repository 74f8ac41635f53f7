import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Variables about the messenger MAX. */
export const MAX_VARIABLES = {
  MAX_BASE_URL: z.url().optional(),
  /** A PEM file with the root certificate of MAX, which Node.js does not know; it is trusted for MAX alone. */
  MAX_CA_FILE: z.string().min(1).optional(),
};

/** @param world address of the simulated world, in a demo */
export function maxOf(
  { MAX_BASE_URL, MAX_CA_FILE }: z.output<z.ZodObject<typeof MAX_VARIABLES>>,
  world: string | undefined,
) {
  return {
    baseUrl: MAX_BASE_URL ?? (world ? `${world}/max` : 'https://platform-api2.max.ru'),
    certificate: MAX_CA_FILE === undefined ? null : readFileSync(MAX_CA_FILE, 'utf8'),
  };
}
