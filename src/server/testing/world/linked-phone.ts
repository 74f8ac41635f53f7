import { type Channel, listChannels } from '#contract/channels/calls.ts';
import { getPairing, type Pairing, startPairing } from '#contract/channels/pairing.ts';
import type { TestServer } from '#server/testing/server/http.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** Phones of businesses in the simulated world. */
export const ROMASHKA = '79990000201';
export const LAVANDA = '79990000210';

/** The environment of a product whose gateway speaks Evolution API's dialect. */
export const evolutionIn = ({ url }: Pick<SimulatedWorld, 'url'>) => ({
  WHATSAPP_GATEWAY: 'evolution',
  WHATSAPP_GATEWAY_URL: `${url}/evolution`,
  WHATSAPP_GATEWAY_TOKEN: 'evolution-demo-key',
});

/** Links phones with WhatsApp to a cabinet, as an owner does. */
export function linkedPhones(server: TestServer, world: SimulatedWorld) {
  const { call, clock } = server;
  const start = (token: string, more: { channelId?: string } = {}) =>
    call(startPairing, { token, body: { kind: 'whatsapp_qr', ...more } });
  const read = (token: string, channelId: string) => call(getPairing, { token, params: { channelId } });
  const settle = async (seconds: number) => {
    await clock.advance({ seconds });
    await world.passTime(seconds * 1_000);
    await server.runJobs();
  };
  /** Scans the code on the screen, and waits until the pairing has an end. */
  async function scan(token: string, { channelId, number }: { channelId: string; number: string }): Promise<Pairing> {
    await read(token, channelId);
    await world.control('POST', '/whatsapp/scan', { number });
    await settle(1);
    await read(token, channelId);
    await settle(5);
    return (await read(token, channelId)).body;
  }
  /** Links a phone for the first time. */
  async function link(token: string, number = ROMASHKA): Promise<Channel> {
    const { channelId } = (await start(token)).body;
    await scan(token, { channelId, number });
    const { channels } = (await call(listChannels, { token, query: { kind: 'whatsapp_qr' } })).body;
    const channel = channels.find(({ address }) => address === `+${number}`);
    if (!channel) throw new Error('The phone was not linked');
    return channel;
  }
  return { start, read, settle, scan, link };
}
