import { connectBranches, offerBranches } from '#contract/connections/calls.ts';
import { InstallId } from '#contract/connections/marketplace.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { createProviders } from '#server/app/providers.ts';
import { runInstallJob } from '#server/connections/marketplace-jobs.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { createMarketplace } from '#server/providers/yclients/marketplace.ts';
import { createYclients, YCLIENTS } from '#server/providers/yclients/provider.ts';
import { type WatchedMarketplace, watched } from '#server/testing/world/fake-marketplace.ts';
import { type SignedUp, type TestServer, testServer } from '#server/testing/server/http.ts';
import { openPublicAddress } from '#server/testing/world/public-address.ts';
import { simulateWorld, type SimulatedWorld } from '#server/testing/world/simulated-world.ts';
import { SALON_LOGIN } from './yclients-salon.ts';

export type MarketplaceSalon = {
  server: TestServer & {
    /** Registers a cabinet and connects branches by the owner's own login; resolves after the first poll. */
    connectByLogin(branchExternalIds: string[]): Promise<SignedUp>;
    queueInstall(tenantId: TenantId, installId: string): Promise<void>;
  };
  world: SimulatedWorld;
  marketplace: WatchedMarketplace;
  /**
   * Presses Connect as the owner.
   * @returns the query of the redirect to us
   */
  consent(companyIds: number[], sign?: 'good' | 'wrong' | 'none'): Promise<string>;
  reset(): Promise<void>;
};

/** A product and a YCLIENTS simulator with its marketplace, over HTTP; calls are not rate limited, so that tests are fast. */
export async function marketplaceSalon(): Promise<MarketplaceSalon> {
  const world = await simulateWorld();
  const address = await openPublicAddress();
  let marketplace: WatchedMarketplace | undefined;
  const server = await testServer({
    env: {
      YCLIENTS_BASE_URL: `${world.url}/yclients/api/v1`,
      YCLIENTS_MARKETPLACE_URL: `${world.url}/yclients/marketplace`,
      YCLIENTS_PARTNER_TOKEN: 'partner-demo-token',
      YCLIENTS_APPLICATION_IDS: '7001',
      YCLIENTS_SYSTEM_USER_TOKEN: 'system-demo-token',
      ALTEGIO_PARTNER_TOKEN: 'altegio-partner-demo-token',
      ALTEGIO_APPLICATION_IDS: '8001',
      ALTEGIO_SYSTEM_USER_TOKEN: 'altegio-system-demo-token',
      PUBLIC_URL: address.origin,
    },
    providers: (ctx) => {
      const rateLimiter = { take: async () => 0, pause: async () => {} };
      const common = { http: ctx.http, rateLimiter, ...ctx.config.yclients };
      const { baseUrl } = ctx.config.marketplace.yclients;
      marketplace ??= watched(createMarketplace(YCLIENTS, { ...common, baseUrl }));
      return {
        ...createProviders(ctx),
        sourceProviders: new Map([['yclients', createYclients(common)]]),
        marketplaces: new Map([['yclients', marketplace]]),
      };
    },
  });
  address.leadTo(server.origin);
  if (!marketplace) throw new Error('The server made no providers');
  const known = marketplace;

  return {
    server: {
      ...server,
      async connectByLogin(branchExternalIds) {
        const owner = await server.signUp();
        const offer = await server.call(offerBranches, {
          token: owner.token,
          body: { kind: 'yclients', ...SALON_LOGIN },
        });
        const body = { ticket: offer.body.ticket, branchExternalIds };
        await server.call(connectBranches, { token: owner.token, body: { kind: 'yclients', ...body } });
        await server.runJobs();
        return owner;
      },
      async queueInstall(tenantId, installId) {
        const payload = { tenantId, installId: InstallId.parse(installId) };
        await withTenant(server, tenantId, (scope) => enqueue(scope, runInstallJob, payload));
      },
    },
    world,
    marketplace: known,
    async consent(companyIds, sign = 'good') {
      const order = { companyIds, sign };
      const { url } = await world.control<{ url: string }>('POST', '/yclients/marketplace/connect', order);
      return new URL(url).search;
    },
    async reset() {
      known.reset();
      await world.control('POST', '/seed', {});
      await world.control('POST', '/behaviour', { channel: 'yclients', limits: 'off' });
      await server.clock.set((await world.control<{ now: string }>('GET', '/clock')).now);
      await server.owner.query('delete from graphile_worker._private_jobs');
      await server.owner.query('update connections set removed_at = now()');
      await server.owner.query('delete from external_id_claims');
    },
  };
}
