import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import type { ChannelEvent, ChannelProvider, Credentials, Hook, OutgoingMessage } from '#server/channels/port.ts';
import { createOutgoing } from '#server/platform/outgoing.ts';
import type { Dialog360Options } from '#server/providers/dialog360/dialect.ts';
import { createDialog360 } from '#server/providers/dialog360/provider.ts';
import { catchHooks, type HookCatcher } from './hook-catcher.ts';
import { simulateWorld, type SimulatedWorld } from './simulated-world.ts';

export type SimulatedNumber = {
  world: SimulatedWorld;
  /** What the simulator posted to the hook. */
  caught: HookCatcher;
  options: Dialog360Options;
  hub: ChannelProvider;
  hubKey: Credentials;
  hook: Hook;
  /** A message to Anna, whose window is open. */
  aMessage(change?: Partial<OutgoingMessage>): OutgoingMessage;
  send(change?: Partial<OutgoingMessage>): ReturnType<ChannelProvider['send']>;
  /** What was posted so far, in our words. */
  read(): ChannelEvent[];
};

export const ANNA = '+79160000001';

/**
 * The adapter of 360dialog and the simulator's number, joined over HTTP and fresh for each test. After each, the
 * simulator must have been sent no field that the vendor does not know.
 */
export async function simulatedNumber(): Promise<SimulatedNumber> {
  const world = await simulateWorld();
  const caught = await catchHooks();
  const outgoing = createOutgoing();
  afterAll(() => outgoing.close());

  const options = {
    outgoing: outgoing.send,
    baseUrl: `${world.url}/d360`,
    graphUrl: `${world.url}/graph`,
    webhookSecret: 'd360-demo-platform-secret',
  };
  const hub = createDialog360(options);
  const hubKey = { apiKey: 'd360-demo-key', phone: '+79990000001' };
  const hook = { url: caught.url, headerSecret: 'our-secret' };
  const { signal } = new AbortController();

  beforeEach(async () => {
    await world.control('POST', '/seed', {});
    caught.posts.length = 0;
    await hub.subscribe(hubKey, hook);
    await world.control('POST', '/d360/window', { phone: ANNA, open: true });
  });
  afterEach(async () => {
    expect(await world.control('GET', '/warnings')).toEqual({ warnings: [] });
  });

  const aMessage = (change: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
    reference: randomUUID(),
    to: { phone: ANNA, channelUserId: null },
    text: 'Ждём вас завтра в 12:00',
    image: null,
    buttons: [],
    template: null,
    ...change,
  });
  return {
    world,
    caught,
    options,
    hub,
    hubKey,
    hook,
    aMessage,
    send: (change) => hub.send(hubKey, aMessage(change), signal),
    read: () => caught.posts.flatMap((post) => hub.read(post)),
  };
}
