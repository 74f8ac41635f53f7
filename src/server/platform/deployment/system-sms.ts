type Environment = { SYSTEM_SMS_TOKEN?: string | undefined; SYSTEM_SMS_SENDER?: string | undefined };

/**
 * The deployment's own account at Sigma, which texts codes to members' phones; null where it has none.
 *
 * @param world the address of the sandbox, which knows an account for it
 */
export function systemSmsOf(
  { SYSTEM_SMS_TOKEN, SYSTEM_SMS_SENDER }: Environment,
  world: string | undefined,
): { token: string; sender: string } | null {
  const token = SYSTEM_SMS_TOKEN ?? (world ? 'sigma-frontdesk-token' : undefined);
  const sender = SYSTEM_SMS_SENDER ?? (world ? 'FRONTDESK' : undefined);
  return token && sender ? { token, sender } : null;
}
