import type { AssistantId } from '#contract/assistants/calls.ts';
import type { RestCall } from '#contract/assistants/rest-settings.ts';
import type { RestTrouble } from '#contract/assistants/rest-values.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { withTenant } from '#server/platform/database/db.ts';
import type { Context } from '#server/platform/context/context.ts';
import { type GuardedAnswer, requestGuarded } from '#server/platform/http/guarded-request.ts';
import { storableText } from '#server/platform/values/json.ts';
import { readPart, troubleOfStatus } from './answer-reading.ts';
import { requestOf } from './request-rules.ts';
import { selectSecrets } from './secret-queries.ts';

// NOTE: a process: it calls a system of the owner between transactions.

/** Time for a call, with its redirects. */
const CALL_MS = 10_000;
const MOST_BYTES = 512 * 1_024;
/** Characters of an answer that are shown to a member. */
const LONGEST_SHOWN = 2_000;

export type RestSending = {
  tenantId: TenantId;
  assistantId: AssistantId;
  call: RestCall;
  /** By the keys of the parameters. */
  values: Readonly<Record<string, unknown>>;
  /** Sent as `Idempotency-Key`; null for a call that changes nothing. */
  idempotencyKey: string | null;
  signal: AbortSignal;
};

/** The outcome of a call. */
export type RestOutcome = {
  /** Null: no answer came. */
  status: number | null;
  trouble: RestTrouble | null;
  /** The parameter in trouble. */
  parameter: string | null;
  /** The beginning of the answer as text, without the secrets that were sent. */
  answer: string;
  /** The part for the model. */
  part: unknown;
  isCut: boolean;
  tookMs: number;
};

type SendingContext = Pick<Context, 'db' | 'clock' | 'config' | 'vault'>;

/** Sends a call of an assistant through the guarded client. Never throws because of the other side. */
export async function sendRestCall(ctx: SendingContext, sending: RestSending): Promise<RestOutcome> {
  const { call, values, idempotencyKey, signal } = sending;
  const startedAt = performance.now();
  const made = requestOf(call, values);
  if ('trouble' in made) return { ...NOTHING, ...made };
  const secrets = await loadSecrets(ctx, sending, new URL(made.url).origin);
  const headers = headersOf(call, secrets);
  if (headers === null) return { ...NOTHING, trouble: 'no_secret' };
  const answer = await requestGuarded({
    method: call.method,
    url: made.url,
    headers: {
      accept: 'application/json',
      ...(made.body !== null && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
      ...headers,
    },
    body: made.body,
    trustedOrigins: ctx.config.knowledgeSites,
    mostBytes: MOST_BYTES,
    timeoutMs: CALL_MS,
    signal,
  });
  return { ...outcomeOf(answer, call, [...secrets.values()]), tookMs: Math.round(performance.now() - startedAt) };
}

const NOTHING: RestOutcome = {
  status: null,
  trouble: null,
  parameter: null,
  answer: '',
  part: null,
  isCut: false,
  tookMs: 0,
};

/** Secret values by header, of those that are set for an origin. */
async function loadSecrets(
  ctx: SendingContext,
  { tenantId, assistantId, call }: RestSending,
  origin: string,
): Promise<ReadonlyMap<string, string>> {
  if (call.headers.every(({ value }) => value !== null)) return new Map();
  const sealed = await withTenant(ctx, tenantId, (scope) => selectSecrets(scope, assistantId, call.id));
  return new Map(
    sealed
      .filter((secret) => secret.origin === origin)
      .map(({ header, value }) => [header, String(ctx.vault.open(tenantId, value))]),
  );
}

/** The owner's headers; null where a secret one is not set. */
function headersOf({ headers }: RestCall, secrets: ReadonlyMap<string, string>): Record<string, string> | null {
  const written = headers.map(({ name, value }): [string, string | undefined] => [
    name.toLowerCase(),
    value ?? secrets.get(name.toLowerCase()),
  ]);
  if (written.some(([, value]) => value === undefined)) return null;
  return Object.fromEntries(written.map(([name, value]) => [name, value ?? '']));
}

function outcomeOf(answer: GuardedAnswer, { keep }: RestCall, secrets: readonly string[]): RestOutcome {
  if (answer.kind !== 'answered') return { ...NOTHING, trouble: answer.reason };
  const { status } = answer;
  if (answer.text === null) return { ...NOTHING, status, trouble: troubleOfStatus(status) ?? 'too_big' };
  const text = storableText(secrets.reduce((left, secret) => left.replaceAll(secret, HIDDEN), answer.text));
  const shown = { status, answer: text.slice(0, LONGEST_SHOWN) };
  const trouble = troubleOfStatus(status);
  if (trouble) return { ...NOTHING, ...shown, trouble };
  const read = readPart(text, keep);
  if ('trouble' in read) return { ...NOTHING, ...shown, trouble: read.trouble };
  return { ...NOTHING, ...shown, part: read.value, isCut: read.isCut };
}

/** Stands for a secret that the other side repeated. */
const HIDDEN = '•••';
