import { randomUUIDv7 } from 'node:crypto';
import type { TenantId } from '#contract/tenants/ids.ts';
import { type TenantScope, withTenant } from '#server/platform/database/db.ts';
import type { AiProvider } from '#server/platform/deployment/ai-providers.ts';
import type { Call } from '#server/platform/http/http-client.ts';
import {
  type Breaker,
  claimProbe,
  closeBreaker,
  countFailure,
  type ModelName,
  openBreaker,
} from './breaker-queries.ts';
import { insertCall, type ModelCall } from './call-queries.ts';
import { breakMs, countsAgainstModel, errorCode, type Failure, failureOf, retryAfterMs } from './failure-rules.ts';
import type { ModelContext } from './port.ts';

// NOTE: a process: it calls a model, and records the call in a short transaction.

/** The answer of a provider; `value` is null with each failure. */
type Reply<T> = { value: T; failure: null } | { value: null; failure: Failure };

export type ModelRequest<T> = Pick<Call, 'json' | 'multipart' | 'timeoutMs' | 'signal'> & {
  tenantId: TenantId;
  provider: AiProvider;
  model: string;
  /** Below the provider's address, e.g. `/embeddings`. */
  path: string;
  breakers: readonly Breaker[];
  about: Pick<ModelCall, 'purpose' | 'key' | 'reservationId'>;
  /** @returns null where the answer is not what was expected */
  read(json: unknown): Promise<(Pick<ModelCall, 'usage' | 'isEstimated' | 'costMicroUsd'> & { value: T }) | null>;
  onCall?(call: ModelCall): void;
};

const NOTHING_USED = {
  usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
  isEstimated: false,
  costMicroUsd: 0,
};

/** Calls a provider once, records the call, and counts its failure against the model. */
export async function callModel<T>(ctx: ModelContext, request: ModelRequest<T>): Promise<Reply<T>> {
  const { provider, model, path, tenantId, breakers, about, read, onCall, signal, ...body } = request;
  const startedAt = performance.now();
  const answer = await ctx.http({
    ...body,
    method: 'POST',
    url: `${provider.baseUrl}${path}`,
    headers: provider.apiKey ? { authorization: `Bearer ${provider.apiKey}` } : {},
    ...(signal && { signal }),
  });
  const durationMs = performance.now() - startedAt;
  const failure = failureOf(answer);
  const json = answer.kind === 'answered' ? answer.json : undefined;
  const found = failure ? null : await read(json);
  const ended = found ? null : (failure ?? 'unreadable');
  const name = { provider: provider.name, model };
  const call: ModelCall = {
    ...about,
    ...name,
    ...(found ?? NOTHING_USED),
    id: randomUUIDv7(),
    durationMs,
    outcome: outcomeOf(ended, signal),
    calledAt: ctx.clock.now(),
  };
  const code = errorCode(json);
  const wait = answer.kind === 'answered' ? retryAfterMs(answer.headers, Date.now()) : null;
  await withTenant(ctx, tenantId, async (scope) => {
    await insertCall(scope, call);
    await noteOutcome(scope, call, { breakers, retryAfterMs: wait, code });
  });
  // NOTE: neither the call nor the answer is logged: they hold what clients wrote.
  if (ended && call.outcome !== 'aborted') ctx.log.warn({ ...name, outcome: ended, code }, 'a model did not answer');
  onCall?.(call);
  return found ? { value: found.value, failure: null } : { value: null, failure: ended ?? 'unreadable' };
}

function outcomeOf(ended: Failure | null, signal: AbortSignal | undefined): ModelCall['outcome'] {
  if (ended === null) return 'answered';
  return signal?.aborted ? 'aborted' : ended;
}

/** Closes the breaker of a model that answered, and counts a failure. */
async function noteOutcome(
  scope: TenantScope,
  { outcome, provider, model }: ModelCall,
  { breakers, ...details }: { breakers: readonly Breaker[]; retryAfterMs: number | null; code: string | null },
): Promise<void> {
  const name = { provider, model };
  if (outcome === 'aborted') return;
  if (outcome === 'answered') {
    if (breakerOf(breakers, name)) await closeBreaker(scope, name);
    return;
  }
  if (!countsAgainstModel(outcome)) return;
  const failures = await countFailure(scope, name);
  await openBreaker(scope, name, breakMs(outcome, { failures, ...details }));
}

/** Whether a model may be called: one whose breaker is open is called by one call at a time, after its time. */
export async function mayCall(
  ctx: ModelContext,
  tenantId: TenantId,
  { breakers, ...name }: ModelName & { breakers: readonly Breaker[] },
): Promise<boolean> {
  if (!breakerOf(breakers, name)?.isOpened) return true;
  return withTenant(ctx, tenantId, (scope) => claimProbe(scope, name));
}

function breakerOf(breakers: readonly Breaker[], { provider, model }: ModelName): Breaker | undefined {
  return breakers.find((one) => one.provider === provider && one.model === model);
}
