import { afterAll } from 'vitest';
import type { Tokens } from '#contract/auth/calls.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { ConversationId } from '#contract/conversations/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';

/** The parts of `server/testing` that component tests use. */
type TestServer = {
  origin: string;
  ctx: { config: { publicUrl: string }; vault: { seal: (tenantId: TenantId, value: object) => unknown } };
  owner: { query: (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }> };
  signUp: () => Promise<Tokens & { tenantId: TenantId; email: string; password: string }>;
  runJobs: () => Promise<void>;
};
type Builders = {
  aContact: (given: Record<string, unknown>) => Promise<{ id: ContactId; phone: string }>;
  aVisit: (given: Record<string, unknown>) => Promise<unknown>;
  aChannel: (given: Record<string, unknown>) => Promise<{ id: ChannelId }>;
  aBranch: (given: Record<string, unknown>) => Promise<unknown>;
  aFlow: (given: Record<string, unknown>) => Promise<{ id: string }>;
  aMessage: (given: Record<string, unknown>) => Promise<unknown>;
  aConversation: (given: Record<string, unknown>) => Promise<{ id: ConversationId; contactId: ContactId }>;
};
type World = { url: string; control: <Reply>(method: string, path: string, body?: unknown) => Promise<Reply> };

// NOTE: imported by paths computed at run time, so that the web is not compiled with the server's types.
const testing = '#server/testing';

/**
 * Starts the product's server for this file, with a database of its own, and sends the page's calls to it.
 *
 * @param env environment variables of the server
 */
export async function startProduct(env: Record<string, string> = {}) {
  const { testServer } = (await load('server/http.ts')) as { testServer: (options: object) => Promise<TestServer> };
  const { builders } = (await load('rows/builders.ts')) as { builders: (owner: TestServer['owner']) => Builders };
  const server = await testServer({ env });
  server.ctx.config.publicUrl = server.origin; // NOTE: outside services are given addresses below it
  const direct = globalThis.fetch;
  afterAll(() => void (globalThis.fetch = direct));
  /** Calls of the page so far, e.g. `POST /api/v1/account/login`. */
  const calls: string[] = [];
  let lostCall: string | undefined;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (url.origin !== location.origin) return direct(input, init);
    calls.push(`${init?.method ?? 'GET'} ${url.pathname}`);
    const response = await direct(`${server.origin}${url.pathname}${url.search}`, init);
    if (lostCall === undefined || !url.pathname.endsWith(lostCall)) return response;
    lostCall = undefined;
    throw new TypeError('The connection was lost.');
  };
  /** The next call to a path that ends so reaches the server, and its answer does not reach the page. */
  const loseNextAnswer = (pathEnd: string) => void (lostCall = pathEnd);
  return { ...server, ...builders(server.owner), calls, loseNextAnswer };
}

/** Starts the simulators of outside services for this file; `env` names them to the product. */
export async function startWorld(): Promise<World & { env: Record<string, string> }> {
  const { simulateWorld, messengersIn, platformsIn, acquirerIn, SELLER } = (await load('world/simulated-world.ts')) as {
    simulateWorld: () => Promise<World>;
    messengersIn: (world: World) => Record<string, string>;
    platformsIn: (world: World) => Record<string, string>;
    acquirerIn: (world: World) => Record<string, string>;
    SELLER: Record<string, string>;
  };
  const world = await simulateWorld();
  return { ...world, env: { ...messengersIn(world), ...platformsIn(world), ...acquirerIn(world), ...SELLER } };
}

const load = (file: string): Promise<unknown> => import(/* @vite-ignore */ `${testing}/${file}`);
