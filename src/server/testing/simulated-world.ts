import { afterAll } from 'vitest';

/** The outside world in small, spoken to over HTTP alone. */
export type SimulatedWorld = {
  url: string;
  /** Where its mail server listens. */
  smtpPort: number;
  /** Asks the control API, see `src/world/README.md`. @throws when it refuses */
  control<Reply = unknown>(method: string, path: string, body?: unknown): Promise<Reply>;
  /** Lets time pass there, and waits until what it sent has been taken. */
  passTime(milliseconds: number): Promise<void>;
};

/** Where the product finds the simulated messengers. */
export const messengersIn = ({ url }: Pick<SimulatedWorld, 'url'>) => ({
  DIALOG360_BASE_URL: `${url}/d360`,
  TELEGRAM_BASE_URL: `${url}/tg`,
  TWILIO_BASE_URL: `${url}/twilio`,
  TWILIO_MESSAGING_BASE_URL: `${url}/twilio`,
});

/** Where the product finds the simulated booking systems, and what they know it by. */
export const platformsIn = ({ url }: Pick<SimulatedWorld, 'url'>) => ({
  YCLIENTS_BASE_URL: `${url}/yclients/api/v1`,
  YCLIENTS_PARTNER_TOKEN: 'partner-demo-token',
  ALTEGIO_BASE_URL: `${url}/altegio/api/v1`,
  ALTEGIO_PARTNER_TOKEN: 'altegio-partner-demo-token',
});

type StartWorld = (options: {
  seed: string;
  now: string;
}) => Promise<{ url: string; smtpPort: number; close(): Promise<void> }>;

/** Starts a world of this file's own; closed after its tests. @param now where its clock stands */
export async function simulateWorld(now = '2026-03-02T08:00:00Z'): Promise<SimulatedWorld> {
  // NOTE: found at run time, so that no type or constant of the world can find its way into the server.
  const file = new URL('../../world/world.ts', import.meta.url).href;
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
    return (text ? JSON.parse(text) : null) as Reply; // NOTE: a test that is told another shape fails where it looks
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
