import { connectBranches, offerBranches } from '#contract/connections/calls.ts';
import { type SignedUp, type TestServer, testServer } from '#server/testing/server/http.ts';
import { createProviders } from '#server/app/providers.ts';
import type { SourceProviders } from '#server/connections/port.ts';
import { worldModels } from '#server/platform/deployment/ai-providers.ts';
import { platformsIn, simulateWorld, type SimulatedWorld } from '#server/testing/world/simulated-world.ts';

/** The fields that tests read of an appointment in the clinic's simulator. */
export type SimulatedAppointment = {
  uuid: string;
  doctorId: number;
  clinicId: number;
  start: string;
  isCancelled: boolean;
  patient: { first_name: string; last_name: string; mobile_phone: string; birthday: string };
};

export const CLINIC_TOKENS = { ru: 'medflex-zdorovie-token', en: 'medflex-ember-token' } as const;

export type ClinicHouse = {
  server: TestServer;
  world: SimulatedWorld;
  sourceProviders: SourceProviders;
  /** Registers a cabinet and connects the clinic of a language. */
  connect(language: keyof typeof CLINIC_TOKENS): Promise<SignedUp>;
  /** Restores the clinic and shows both sides the same time. */
  reset(): Promise<void>;
  appointments(): Promise<SimulatedAppointment[]>;
};

/** A product, the simulator of clinics and the simulated language model. */
export async function clinicHouse(): Promise<ClinicHouse> {
  const world = await simulateWorld();
  let sourceProviders: SourceProviders = new Map();
  const server = await testServer({
    env: platformsIn(world),
    providers: (ctx) => {
      const providers = createProviders(ctx);
      ({ sourceProviders } = providers);
      return providers;
    },
  });
  Object.assign(server.ctx.config.ai, { ...worldModels(world.url), trialCreditMicroUsd: 10_000_000 });
  return {
    server,
    world,
    sourceProviders,
    async connect(language) {
      const owner = await server.signUp();
      const { token } = owner;
      const kind = 'medflex' as const;
      const offer = await server.call(offerBranches, { token, body: { kind, token: CLINIC_TOKENS[language] } });
      const { ticket, branches } = offer.body;
      const body = { kind, ticket, branchExternalIds: branches.map(({ externalId }) => externalId) };
      const { status } = await server.call(connectBranches, { token, body });
      if (status !== 200) throw new Error(`Not connected: ${status}`);
      return owner;
    },
    async reset() {
      await world.control('POST', '/seed', {});
      await server.clock.set((await world.control<{ now: string }>('GET', '/clock')).now);
    },
    appointments: async () =>
      (await world.control<{ appointments: SimulatedAppointment[] }>('GET', '/medflex')).appointments,
  };
}
