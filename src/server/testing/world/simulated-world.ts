import { afterAll } from 'vitest';

/** The simulators of outside services, reached over HTTP alone. */
export type SimulatedWorld = {
  url: string;
  /** The port of its mail server. */
  smtpPort: number;
  /**
   * Calls the control API, see `src/world/README.md`.
   * @throws when it refuses
   */
  control<Reply = unknown>(method: string, path: string, body?: unknown): Promise<Reply>;
  /** Advances its clock, and waits until its webhooks have been received. */
  passTime(milliseconds: number): Promise<void>;
};

/** Environment variables with the addresses of the simulated messengers. */
export const messengersIn = ({ url }: Pick<SimulatedWorld, 'url'>) => ({
  DIALOG360_BASE_URL: `${url}/d360`,
  TELEGRAM_BASE_URL: `${url}/tg`,
  WHATSAPP_GATEWAY_URL: `${url}/greenapi`,
  WHATSAPP_GATEWAY_TOKEN: 'green-demo-partner-token',
  TELEGRAM_GATEWAY_URL: `${url}/greentg`,
  TELEGRAM_GATEWAY_TOKEN: 'greentg-demo-partner-token',
  MAX_BASE_URL: `${url}/max`,
  TWILIO_BASE_URL: `${url}/twilio`,
  TWILIO_MESSAGING_BASE_URL: `${url}/twilio`,
  TWILIO_CONTENT_BASE_URL: `${url}/twilio`,
  SIGMA_BASE_URL: `${url}/sigma/api`,
});

/** Environment variables with the addresses and keys of the simulated booking systems. */
export const platformsIn = ({ url }: Pick<SimulatedWorld, 'url'>) => ({
  YCLIENTS_BASE_URL: `${url}/yclients/api/v1`,
  YCLIENTS_PARTNER_TOKEN: 'partner-demo-token',
  ALTEGIO_BASE_URL: `${url}/altegio/api/v1`,
  ALTEGIO_PARTNER_TOKEN: 'altegio-partner-demo-token',
  MEDFLEX_BASE_URL: `${url}/medflex`,
  MEDFLEX_CALLS_PER_SECOND: '1000',
  CHATWOOT_BASE_URL: `${url}/chatwoot`,
  MEDFLEX_STATUS_PATH: '/appointments/appointments/{uuid}/status/',
  MEDFLEX_MOVE_PATH: '/appointments/appointments/{uuid}/move/',
});

/** Environment variables with the address and keys of the simulated CRM. */
export const crmIn = ({ url }: Pick<SimulatedWorld, 'url'>) => ({
  AMO_CLIENT_ID: 'amo-demo-integration',
  AMO_CLIENT_SECRET: 'amo-demo-secret',
  AMO_CONSENT_URL: `${url}/amo/oauth`,
  AMO_BASE_URL: `${url}/amo/accounts/{host}`,
  AMO_CALLS_PER_SECOND: '1000',
});

/** Environment variables with the address and keys of the simulated acquirer. */
export const acquirerIn = ({ url }: Pick<SimulatedWorld, 'url'>) => ({
  YOOKASSA_BASE_URL: `${url}/yookassa/v3`,
  YOOKASSA_SHOP_ID: 'frontdesk-demo-shop',
  YOOKASSA_SECRET_KEY: 'yookassa-demo-secret',
});

/** Environment variables of a company that issues invoices. */
export const SELLER = {
  SELLER_NAME: 'ООО «Ромашка»',
  SELLER_TAX_ID: '7736050003',
  SELLER_KPP: '773601001',
  SELLER_ADDRESS: 'Москва, ул. Мира, д. 1',
  SELLER_BANK: 'ПАО Банк',
  SELLER_BIC: '044525225',
  SELLER_ACCOUNT: '40702810938000000001',
};

type StartWorld = (options: {
  seed: string;
  now: string;
}) => Promise<{ url: string; smtpPort: number; close(): Promise<void> }>;

/**
 * Starts a world for this file; closed after its tests.
 * @param now the first present moment of its clock
 */
export async function simulateWorld(now = '2026-03-02T08:00:00Z'): Promise<SimulatedWorld> {
  // NOTE: imported by a path computed at run time, so that the server cannot use the world's types or constants.
  const file = new URL('../../../world/world.ts', import.meta.url).href;
  const { startWorld } = (await import(file)) as { startWorld: StartWorld };
  const world = await startWorld({ seed: 'tests', now });
  afterAll(() => world.close());

  async function control<Reply>(method: string, path: string, body?: unknown): Promise<Reply> {
    const answer = await fetch(`${world.url}/_sim${path}`, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text ? JSON.parse(text) : null) as Reply; // NOTE: not parsed; a wrong shape fails in the test's own assertion
  }
  return {
    url: world.url,
    smtpPort: world.smtpPort,
    control,
    async passTime(milliseconds) {
      await control('POST', '/clock', { advanceMs: milliseconds });
      await control('POST', '/settle', {});
    },
  };
}
