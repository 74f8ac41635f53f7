import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import type { ChannelEvent, ChannelProvider, Credentials, Webhook, OutgoingMessage } from '#server/channels/port.ts';
import { createHttpClient } from '#server/platform/http/http-client.ts';
import type { Dialog360Options } from '#server/providers/dialog360/dialect.ts';
import { createDialog360 } from '#server/providers/dialog360/provider.ts';
import { catchWebhooks, type WebhookCatcher } from './webhook-catcher.ts';
import { simulateWorld, type SimulatedWorld } from './simulated-world.ts';

export type SimulatedNumber = {
  world: SimulatedWorld;
  /** Webhooks that the simulator sent. */
  caught: WebhookCatcher;
  options: Dialog360Options;
  hub: ChannelProvider;
  hubKey: Credentials;
  webhook: Webhook;
  /** A message to Anna, whose window is open. */
  aMessage(change?: Partial<OutgoingMessage>): OutgoingMessage;
  send(change?: Partial<OutgoingMessage>): ReturnType<ChannelProvider['send']>;
  /** The received events, parsed by the adapter. */
  read(): ChannelEvent[];
};

export const ANNA = '+79160000001';

/**
 * The adapter of 360dialog and the simulator's number, connected over HTTP and reset for each test. After each test, the simulator must
 * have received no field that the vendor does not have.
 */
export async function simulatedNumber(): Promise<SimulatedNumber> {
  const world = await simulateWorld();
  const caught = await catchWebhooks();
  const http = createHttpClient();
  afterAll(() => http.close());

  const options = {
    http: http.send,
    baseUrl: `${world.url}/d360`,
    graphUrl: `${world.url}/graph`,
    webhookSecret: 'd360-demo-platform-secret',
  };
  const hub = createDialog360(options);
  const hubKey = { apiKey: 'd360-demo-key', phone: '+79990000001' };
  const webhook = { url: caught.url, headerSecret: 'our-secret' };
  const { signal } = new AbortController();

  beforeEach(async () => {
    await world.control('POST', '/seed', {});
    caught.payloads.length = 0;
    await hub.subscribe(hubKey, webhook);
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
    webhook,
    aMessage,
    send: (change) => hub.send({ credentials: hubKey, webhook, message: aMessage(change), signal }),
    read: () => caught.payloads.flatMap((post) => hub.read(post)),
  };
}
