import { setContactPolicy } from '#contract/policy/calls.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiToken } from '#contract/integrations/tokens.ts';
import { type ChannelId, connectChannel } from '#contract/channels/calls.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { createFlow, type Flow, type FlowKind, getFlow, saveFlow, switchFlowMode } from '#contract/flows/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { API_SCOPES } from '#contract/integrations/values.ts';
import { POST_CALLS } from '#server/testing/server/api-program.ts';
import { type Answered, type CallOptions, callsTo, signUpBy } from '#server/testing/server/http.ts';
import type { House } from './house.ts';

/** Kinds triggered by each item of the API, and the birthday triggered by the clock. */
export const KILLED_KINDS = ['order_status', 'abandoned_cart', 'api_event', 'birthday'] as const satisfies FlowKind[];
export type KilledKind = (typeof KILLED_KINDS)[number];

export type Cabinet = {
  tenantId: TenantId;
  channelId: ChannelId;
  flows: ReadonlyMap<KilledKind, Flow>;
  /** Repeats a call until the web process answers. */
  request<E extends Endpoint>(call: E, options?: CallOptions): Promise<Answered<E>>;
  /** Posts items as API clients do: repeats with one idempotency key until there is an answer. */
  post(kind: keyof typeof POST_CALLS, items: readonly object[]): Promise<void>;
};

export const MESSAGES_PAID = 1_000_000;
const ZONE = 'Europe/Moscow';
const KEY = 'kill-flows-key';

/** A business with a WhatsApp number and an API client, whose flows are live; its customers with a birthday are contacts. */
export async function openCabinet(house: House, { people }: { people: number }): Promise<Cabinet> {
  const call = callsTo(house.webUrl);
  const { token, tenantId } = await signUpBy(call);
  await house.owner.query('update message_balances set available = $2 where tenant_id = $1', [tenantId, MESSAGES_PAID]);
  const request: Cabinet['request'] = (declared, options = {}) =>
    untilAnswered(() => call(declared, { token, ...options }));
  const made = await request(createApiToken, { body: { name: 'Shop', scopes: API_SCOPES } });
  const { secret } = made.body;
  const post: Cabinet['post'] = async (kind, items) => {
    const options = { token: secret, body: { items }, headers: { 'idempotency-key': randomUUID() } };
    const { status, body } = await untilAnswered(() => call(POST_CALLS[kind], options));
    if (status !== 200 || body.refusedCount > 0) throw new Error(`Not posted: ${status} ${JSON.stringify(body)}`);
  };
  await house.request('POST', '/_sim/d360/numbers', { key: KEY });
  const number = { kind: 'dialog360' as const, title: 'WhatsApp', apiKey: KEY, phone: '+79991000000' };
  const channel = await request(connectChannel, { body: number });
  const now = Temporal.Now.zonedDateTimeISO(ZONE);
  const far = (hours: number) => (now.hour + hours) % 24;
  const policy = { quietFromHour: far(12), quietToHour: far(13), marketingLimit: 4, marketingDays: 7, senderOrder: [] };
  await request(setContactPolicy, { body: policy });

  const soon = now.add({ seconds: AHEAD_S });
  const birthday = soon.toPlainDate().with({ year: 1992 }).toString();
  await inBatches(
    people,
    (n) => ({ ...person('birthday', n), birthday }),
    (items) => post('contacts', items),
  );
  const delays = { order_status: 0, abandoned_cart: 5, api_event: 0, birthday: soon.hour * 60 + soon.minute + 1 };
  const flows = new Map<KilledKind, Flow>();
  for (const kind of KILLED_KINDS) {
    const settings = settingsOf(1, { kind, delayMinutes: delays[kind], channelId: channel.body.id });
    const flow = await request(createFlow, { body: { kind, title: kind, settings } });
    if (flow.status !== 200) throw new Error(`No flow: ${JSON.stringify(flow.body)}`);
    if (kind === 'birthday') await untilOnTrial(house, tenantId);
    const live = await request(switchFlowMode, { params: { flowId: flow.body.id }, body: { mode: 'combat' } });
    flows.set(kind, live.body);
  }
  // Posted items are an hour old, so that the test need not wait for the moment of a cart.
  await house.owner.query(
    `update flows set last_started_at = last_started_at - interval '1 hour' where tenant_id = $1`,
    [tenantId],
  );
  return { tenantId, channelId: channel.body.id, flows, request, post };
}

/** Least seconds until the moment of the greeting: a busy machine takes as long to make the flow live, and a moment that has passed plans nothing. */
const AHEAD_S = 40;

const TRIAL_LIMIT_MS = 60_000;

/** Waits until a flow in test mode has planned for the owner's phone: going live cancels these messages and plans for customers. */
async function untilOnTrial({ owner }: House, tenantId: TenantId): Promise<void> {
  const until = performance.now() + TRIAL_LIMIT_MS;
  for (;;) {
    const { rowCount } = await owner.query('select from messages where tenant_id = $1 and is_test limit 1', [tenantId]);
    if (rowCount) return;
    if (performance.now() > until) throw new Error('Nothing was planned in test mode');
    await sleep(20);
  }
}

/** The text of each version names the version. */
const words = (version: number) => `v${version} {clientName}`;

function settingsOf(
  version: number,
  { kind, delayMinutes, channelId }: { kind: KilledKind; delayMinutes: number; channelId: string },
) {
  const statuses = { field: 'order_status', isNot: false, values: ['OnWay'] };
  const groups = kind === 'order_status' ? [{ match: 'all', conditions: [statuses] }] : [];
  const parameters = [words(version), 'noon', 'flowers', 'Shop'];
  return {
    conditions: { match: 'all', groups },
    timing: { delayMinutes, window: { startHour: 0, endHour: 24 } },
    content: {
      texts: { default: words(version) },
      templates: [{ channelId, name: 'visit_reminder', language: 'ru', parameters }],
    },
  };
}

/** Saves a new version of a flow, also while the web process is restarted. */
export async function saveNextVersion({ request }: Cabinet, { id: flowId }: Pick<Flow, 'id'>): Promise<void> {
  const { version, settings, title } = (await request(getFlow, { params: { flowId } })).body;
  const [template] = settings.content.templates;
  const text = words(version + 1);
  const parameters = [text, ...(template?.parameters.slice(1) ?? [])];
  const templates = template ? [{ ...template, parameters }] : [];
  const content = { ...settings.content, texts: { default: text }, templates };
  const body = { title, testPhones: '', baseVersion: version, settings: { ...settings, content } };
  const saved = await request(saveFlow, { params: { flowId }, body });
  // NOTE: a killed request may have saved; its retry then gets 409.
  if (saved.status !== 200 && saved.status !== 409) throw new Error(`Not saved: ${JSON.stringify(saved.body)}`);
}

/** A separate customer for each message, so that none blocks another. NOTE: the world fails phones that end in 026, 049, 050. */
export function person(kind: KilledKind, n: number): { externalId: string; name: string; phone: string } {
  const phone = `+7916${KILLED_KINDS.indexOf(kind) + 1}${String(Math.floor(n / 20)).padStart(4, '0')}${60 + (n % 20)}`;
  return { externalId: `${kind}-${n}`, name: `Anna ${n}`, phone };
}

const AT_ONCE = 20;

export async function inBatches(
  count: number,
  itemOf: (n: number) => object,
  post: (items: object[]) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE)
    await post(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => itemOf(from + index)));
}

const ANSWER_LIMIT_MS = 60_000;

/** Repeats a request that got no answer, or a server error because the process died. */
async function untilAnswered<ProviderResult extends { status: number }>(
  request: () => Promise<ProviderResult>,
): Promise<ProviderResult> {
  const until = performance.now() + ANSWER_LIMIT_MS;
  for (;;) {
    const answer = await request().catch(() => null);
    if (answer && answer.status < 500) return answer;
    if (performance.now() > until) throw new Error(`No answer: ${JSON.stringify(answer)}`);
    await sleep(100);
  }
}
