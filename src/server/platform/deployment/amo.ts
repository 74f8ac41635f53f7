import { z } from 'zod';

/** Variables about amoCRM (Kommo); without the id and the secret of our integration it cannot be connected. */
export const AMO_VARIABLES = {
  AMO_CLIENT_ID: z.string().min(1).optional(),
  AMO_CLIENT_SECRET: z.string().min(1).optional(),
  /** The page on which an owner allows the access. */
  AMO_CONSENT_URL: z.url().optional(),
  /** Address of an account; `{host}` stands for its host, e.g. `example.amocrm.ru`. */
  AMO_BASE_URL: z.string().includes('{host}').optional(),
  AMO_CALLS_PER_SECOND: z.coerce.number().int().min(1).default(5),
};

type AmoEnvironment = z.output<z.ZodObject<typeof AMO_VARIABLES>>;

/** Hosts of accounts, with their subdomains; nothing is sent to others. */
const ACCOUNT_DOMAINS = ['amocrm.ru', 'amocrm.com', 'kommo.com'] as const;

/** @param world address of the simulated world, in a demo */
export function amoOf(env: AmoEnvironment, world: string | undefined) {
  return {
    clientId: env.AMO_CLIENT_ID ?? (world ? 'amo-demo-integration' : undefined),
    clientSecret: env.AMO_CLIENT_SECRET ?? (world ? 'amo-demo-secret' : undefined),
    consentUrl: env.AMO_CONSENT_URL ?? (world ? `${world}/amo/oauth` : 'https://www.amocrm.ru/oauth'),
    baseUrl: env.AMO_BASE_URL ?? (world ? `${world}/amo/accounts/{host}` : 'https://{host}'),
    accountDomains: ACCOUNT_DOMAINS,
    limits: { callsPerSecond: env.AMO_CALLS_PER_SECOND },
  };
}
