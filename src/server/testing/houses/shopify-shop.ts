import { createHmac, randomUUID } from 'node:crypto';
import { connectBranches, listConnections, offerBranches } from '#contract/connections/calls.ts';
import type { ConnectionId } from '#contract/connections/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { SignedUp, TestServer } from '#server/testing/server/http.ts';

export const SHOP = 'romashka.myshopify.com';
export const SHOP_SECRET = 'shop-signing-secret';

type Connection = ReplyOf<typeof connectBranches>;
type Post = { topic: string; body: object | string; secret?: string | null; shop?: string; id?: string };

type ConnectedShop = {
  connectionId: ConnectionId;
  connection(): Promise<Connection>;
  /** Posts a webhook as Shopify does. @returns the status of the answer */
  post(webhook: Post): Promise<number>;
  /** Posts a webhook, and runs the jobs that follow. */
  deliver(topic: string, body: object): Promise<number>;
};

export async function connectShop(
  server: TestServer,
  { token }: Pick<SignedUp, 'token'>,
  { shop = SHOP, secret = SHOP_SECRET }: { shop?: string; secret?: string } = {},
): Promise<ConnectedShop> {
  const offer = await server.call(offerBranches, { token, body: { kind: 'shopify', shop, secret } });
  const branchExternalIds = offer.body.branches.map(({ externalId }) => externalId);
  const body = { kind: 'shopify' as const, ticket: offer.body.ticket, branchExternalIds };
  const made = await server.call(connectBranches, { token, body });
  if (made.status !== 200) throw new Error(`Not connected: ${JSON.stringify(made.body)}`);
  const { id: connectionId, webhookUrl } = made.body;
  const url = `${server.origin}${new URL(webhookUrl).pathname}`;
  const post: ConnectedShop['post'] = async (webhook) => {
    const text = typeof webhook.body === 'string' ? webhook.body : JSON.stringify(webhook.body);
    const signedBy = webhook.secret === undefined ? secret : webhook.secret;
    const headers = {
      'content-type': 'application/json',
      'x-shopify-topic': webhook.topic,
      'x-shopify-shop-domain': webhook.shop ?? shop,
      'x-shopify-webhook-id': webhook.id ?? randomUUID(),
      ...(signedBy !== null && {
        'x-shopify-hmac-sha256': createHmac('sha256', signedBy).update(text).digest('base64'),
      }),
    };
    return (await fetch(url, { method: 'POST', headers, body: text })).status;
  };
  return {
    connectionId,
    async connection() {
      const { connections } = (await server.call(listConnections, { token, query: { kind: 'shopify' } })).body;
      const found = connections.find(({ id }) => id === connectionId);
      if (!found) throw new Error('The shop is not connected');
      return found;
    },
    post,
    async deliver(topic, record) {
      const status = await post({ topic, body: record });
      await server.runJobs();
      return status;
    },
  };
}
