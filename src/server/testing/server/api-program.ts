import { randomUUID } from 'node:crypto';
import type { ItemsReply } from '#contract/integrations/events.ts';
import { postCarts, postContacts, postCustomEvents, postOrders, postVisits } from '#contract/integrations/events.ts';
import { API_EXAMPLES } from '#contract/integrations/examples.ts';
import { createApiToken } from '#contract/integrations/tokens.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ProblemBody } from '#contract/problems.ts';
import { API_SCOPES } from '#contract/integrations/values.ts';
import type { Answered, TestServer } from './http.ts';

export const POST_CALLS = {
  contacts: postContacts,
  visits: postVisits,
  orders: postOrders,
  carts: postCarts,
  custom: postCustomEvents,
} as const;

type PostAnswered = { status: number; headers: Headers; body: ItemsReply & Partial<ProblemBody> };

type TestEvent = { kind: string; subject_id: string | null; contact_id: string | null; facts: object };

/** Registers a cabinet with an API client that sends events over HTTP. */
export async function apiProgram(server: TestServer, scopes: readonly string[] = API_SCOPES) {
  const { call, owner: db } = server;
  const { token, tenantId } = await server.signUp();
  const made = await call(createApiToken, { token, body: { name: 'Сайт', scopes } });
  const { secret } = made.body;
  return {
    token,
    tenantId,
    secret,
    id: made.body.token.id,
    prefix: made.body.token.prefix,
    /** Posts items to the API, with a new idempotency key unless one is given. */
    async post(kind: keyof typeof POST_CALLS, items: unknown, key: string = randomUUID()): Promise<PostAnswered> {
      const headers = { 'idempotency-key': key };
      return call(POST_CALLS[kind], { token: secret, body: { items }, headers });
    },
    read: <E extends Endpoint>(what: E, externalId: string): Promise<Answered<E>> =>
      call(what, { token: secret, params: { externalId } }),
    /** Events of the cabinet in the order they were recorded. */
    async events(): Promise<TestEvent[]> {
      const { rows } = await db.query<TestEvent>(
        `select kind, subject_id, contact_id, facts from events where tenant_id = $1 and kind not like 'branch%'
         order by recorded_at, id`,
        [tenantId],
      );
      return rows;
    },
  };
}

/**
 * Posts one item of every kind to the API, all with one name.
 * @returns the API token, and the ids of the token and the items
 */
export async function postOfEachKind({ call }: TestServer, token: string, externalId: string) {
  const { body } = await call(createApiToken, { token, body: { name: 'Shop', scopes: API_SCOPES } });
  const ids: Record<string, string> = { apiTokenId: body.token.id };
  for (const scope of API_SCOPES) {
    const items = [{ ...API_EXAMPLES[scope], externalId }];
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await call(POST_CALLS[scope], { token: body.secret, body: { items }, headers });
    if (answer.status !== 200) throw new Error(`Nothing was posted: ${JSON.stringify(answer.body)}`);
    ids[`posted ${scope}`] = answer.body.items[0]?.id ?? '';
  }
  return { apiToken: body.secret, ids };
}
