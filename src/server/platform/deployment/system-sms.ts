import { z } from 'zod';

/** Variables about Sigma. */
export const SIGMA_VARIABLES = {
  SIGMA_BASE_URL: z.url().optional(),
  /** The deployment's own account, for codes to members' phones; without both none are sent. */
  SYSTEM_SMS_TOKEN: z.string().min(1).optional(),
  SYSTEM_SMS_SENDER: z.string().min(1).max(11).optional(),
};

type Environment = z.output<z.ZodObject<typeof SIGMA_VARIABLES>>;

/**
 * The deployment's own account at Sigma, which texts codes to members' phones; null where it has none.
 *
 * @param world the address of the sandbox, which knows an account for it
 */
export function systemSmsOf(
  { SYSTEM_SMS_TOKEN, SYSTEM_SMS_SENDER }: Pick<Environment, 'SYSTEM_SMS_TOKEN' | 'SYSTEM_SMS_SENDER'>,
  world: string | undefined,
): { token: string; sender: string } | null {
  const token = SYSTEM_SMS_TOKEN ?? (world ? 'sigma-frontdesk-token' : undefined);
  const sender = SYSTEM_SMS_SENDER ?? (world ? 'FRONTDESK' : undefined);
  return token && sender ? { token, sender } : null;
}
