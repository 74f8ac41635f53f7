import { createHmac } from 'node:crypto';
import type { Sim } from '../sim/sim.ts';
import type { WabaNumber } from './state.ts';

/** Sends the events of a number to the product's webhooks, in both formats. */
export function emitMessages(sim: Sim, number: WabaNumber, value: Record<string, unknown>): void {
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: number.wabaId,
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: number.phone, phone_number_id: number.phoneNumberId },
              ...value,
            },
          },
        ],
      },
    ],
  });
  if (number.webhook) emitDialog360(sim, number, number.webhook, body);
  for (const url of number.destinations) emitDialog360(sim, number, { url, headers: {} }, body);
  emitMeta(sim, number, body);
}

/** Sends a change of a template or of the account to the account's webhook, if it has one. */
export function emitAccountChange(sim: Sim, wabaId: string, field: string, value: Record<string, unknown>): void {
  const time = Math.floor(sim.clock.now() / 1000);
  const changes = [{ field, value }];
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: wabaId, time, changes }] });
  const numbers = sim.state.d360.numbers.filter((number) => number.wabaId === wabaId);
  const [first] = numbers;
  const url = sim.state.d360.wabaWebhooks[wabaId];
  if (first && url) emitDialog360(sim, first, { url, headers: first.webhook?.headers ?? {} }, body);
  for (const number of numbers) emitMeta(sim, number, body);
}

type Target = NonNullable<WabaNumber['webhook']>;

function emitDialog360(sim: Sim, number: WabaNumber, { url, headers }: Target, body: string): void {
  const signed = { ...headers };
  if (number.platformSecret !== null) {
    signed['x-360dialog-signature'] = createHmac('sha256', number.platformSecret).update(body).digest('hex');
  }
  sim.webhooks.send({ channel: 'd360', url, body, headers: signed });
}

function emitMeta(sim: Sim, { meta, appSecret }: WabaNumber, body: string): void {
  if (!meta) return;
  const signature = createHmac('sha256', appSecret).update(body).digest('hex');
  sim.webhooks.send({
    channel: 'graph',
    url: meta.url,
    body,
    headers: { 'x-hub-signature-256': `sha256=${signature}` },
  });
}
