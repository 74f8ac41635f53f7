import type { ConnectionPlace } from './place.ts';

type Webhook = { id: string; body: unknown; headers: Record<string, string>; state: string };

/** The headers of a webhook, with our token instead of theirs. */
export function withToken(headers: Readonly<Record<string, string>>, token: string | null): Record<string, string> {
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization');
  return { ...Object.fromEntries(others), ...(token !== null && { authorization: `Bearer ${token}` }) };
}

/** A webhook of the vendor, as it was sent. */
export async function findWebhook(place: ConnectionPlace, which: 'first' | 'last') {
  const at = `/webhooks?channel=${place.binding.service}`;
  const { webhooks } = await place.world.control<{ webhooks: Webhook[] }>('GET', at);
  const found = webhooks.at(which === 'first' ? 0 : -1);
  if (!found) throw new Error('The vendor sent no webhook');
  const body = typeof found.body === 'string' ? found.body : JSON.stringify(found.body);
  return { ...found, body };
}

export async function repeatWebhook(place: ConnectionPlace, which: 'first' | 'last'): Promise<void> {
  const { id } = await findWebhook(place, which);
  await place.world.control('POST', `/webhooks/${id}/repeat`, {});
}
