import { finishConsent, startConsent } from '#contract/connections/consent.ts';
import { createProviders } from '#server/app/providers.ts';
import { type SignedUp, type TestServer, testServer } from '#server/testing/server/http.ts';
import { crmIn, simulateWorld, type SimulatedWorld } from '#server/testing/world/simulated-world.ts';
import type { SourceProvider } from '#server/connections/port.ts';

export type AmoAccount = {
  server: TestServer;
  world: SimulatedWorld;
  provider(): SourceProvider;
  /** The query with which amoCRM leads an owner back. */
  comeBack(owner: SignedUp, account?: string): Promise<string>;
  finish(owner: SignedUp, search: string): ReturnType<typeof finishOf>;
};

const finishOf = (server: TestServer, owner: SignedUp, search: string) =>
  server.call(finishConsent, { token: owner.token, body: { kind: 'amo', search } });

/** A product and an amoCRM simulator that call each other over HTTP and start at the same time. */
export async function amoAccount(): Promise<AmoAccount> {
  const world = await simulateWorld();
  const server = await testServer({ env: crmIn(world), providers: createProviders });
  await server.clock.set((await world.control<{ now: string }>('GET', '/clock')).now);
  return {
    server,
    world,
    provider: () => createProviders(server.ctx).sourceProviders.get('amo')!,
    async comeBack(owner, account = 'romashka') {
      const { body } = await server.call(startConsent, { token: owner.token, body: { kind: 'amo' } });
      const state = new URL(body.url).searchParams.get('state') ?? '';
      const given = await world.control<{ code: string; referer: string }>('POST', '/amo/codes', { account });
      return `?${new URLSearchParams({ ...given, state }).toString()}`;
    },
    finish: (owner, search) => finishOf(server, owner, search),
  };
}
