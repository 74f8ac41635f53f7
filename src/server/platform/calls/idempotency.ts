import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { FastifyRequest } from 'fastify';
import { ANSWER_RETENTION_HOURS, type Endpoint, LONGEST_IDEMPOTENCY_KEY } from '#contract/endpoint.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import type { MemberContext, PublicContext } from '#server/platform/context/context.ts';
import { type SystemScope, type TenantScope, withSystem, withTenant } from '#server/platform/database/db.ts';
import { canonical } from '#server/platform/values/json.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import type { Vault } from '#server/platform/secrets/vault.ts';

/** A call that came with an Idempotency-Key. */
export type KeyedCall = {
  /** {@link NO_TENANT} for a public call. */
  tenantId: TenantId;
  /** Digest of the call's name, the member and the key. */
  id: Buffer;
  /** Keyed digest of the input, which may hold a password. */
  fingerprint: Buffer;
};

/** The answer of a keyed call; a replay is the stored answer of an earlier one. */
export type KeyedAnswer = { answer: unknown; isReplay: boolean };

/** Owns the answers of public calls. No tenant has this id. */
const NO_TENANT = TenantId.parse('00000000-0000-0000-0000-000000000000');

/** A claim without an answer this old is void: its process ended. */
const CLAIM_SECONDS = 60;
/** How long a repeated call waits for the answer of the first. */
const WAIT_MS = 10_000;
const WAIT_STEP_MS = 100;

/**
 * Reads the key of a call that takes one.
 *
 * @returns null when the call takes none, or came without
 */
export function keyedCallOf(
  call: Endpoint,
  caller: PublicContext | MemberContext,
  request: FastifyRequest,
  input: unknown,
): KeyedCall | null {
  const key = request.headers['idempotency-key'];
  if (!call.takesIdempotencyKey || typeof key !== 'string' || key.trim() === '') return null;
  if (key.length > LONGEST_IDEMPOTENCY_KEY) throw wrongField('Idempotency-Key', 'too_long');
  const member = 'tenantId' in caller ? caller : null;
  const name = [call.method, call.path, member?.memberId ?? null, key];
  return {
    tenantId: member?.tenantId ?? NO_TENANT,
    id: caller.vault.sign('idempotency-key', JSON.stringify(name)),
    fingerprint: caller.vault.sign('idempotent-input', canonical(input)),
  };
}

/**
 * Does the work unless the call was answered before. Claim, effect and answer are one transaction: a concurrent call
 * with the same key waits for it, and finds the answer, or the key free again.
 */
export async function answerInside(
  scope: TenantScope & { vault: Vault },
  keyed: KeyedCall,
  work: () => Promise<unknown>,
): Promise<KeyedAnswer> {
  const known = await claim(scope, keyed);
  if (known?.answer) return replayOf(scope.vault, keyed, known.answer);
  if (known) throw inProgress();
  const answer = await work();
  await save(scope, keyed, scope.vault.seal(keyed.tenantId, answer));
  return { answer, isReplay: false };
}

/**
 * Does work of several transactions unless the call was answered before. The claim is a transaction of its own; a
 * refused or failed call frees the key. A concurrent call with the same key waits for the answer.
 */
export async function answerAround(
  ctx: PublicContext,
  keyed: KeyedCall,
  work: () => Promise<unknown>,
): Promise<KeyedAnswer> {
  const inScope = <T>(step: (scope: SystemScope) => Promise<T>): Promise<T> =>
    keyed.tenantId === NO_TENANT ? withSystem(ctx, step) : withTenant(ctx, keyed.tenantId, step);
  const waitsUntil = performance.now() + WAIT_MS;
  for (;;) {
    const known = await inScope((scope) => claim(scope, keyed));
    if (!known) break;
    if (known.answer) return replayOf(ctx.vault, keyed, known.answer);
    if (performance.now() > waitsUntil) throw inProgress();
    await setTimeout(WAIT_STEP_MS);
  }
  try {
    const answer = await work();
    await inScope((scope) => save(scope, keyed, ctx.vault.seal(keyed.tenantId, answer)));
    return { answer, isReplay: false };
  } catch (error) {
    await inScope((scope) => free(scope, keyed));
    throw error;
  }
}

const inProgress = () => new Problem('idempotency.in_progress', { retryAfterMs: 1_000 });

function replayOf(vault: Vault, { tenantId }: KeyedCall, answer: Buffer): KeyedAnswer {
  return { answer: vault.open(tenantId, answer), isReplay: true };
}

/**
 * Claims the key, where it is free, expired or void.
 *
 * @returns null when it is claimed; else the stored answer, null while there is none
 * @throws {Problem} `idempotency.key_reused` when the key came with another input
 */
async function claim(
  { tx }: SystemScope,
  { tenantId, id, fingerprint }: KeyedCall,
): Promise<{ answer: Buffer | null } | null> {
  const claimed = await tx
    .insertInto('call_answers')
    .values({ tenant_id: tenantId, id, fingerprint })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (claimed) return null;
  const known = await tx
    .selectFrom('call_answers')
    .select(['fingerprint', 'answer'])
    .select(sql<boolean>`${EXPIRED}`.as('is_expired'))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!known) return { answer: null }; // NOTE: it was freed since; the next attempt claims it
  if (known.is_expired) {
    const taken = await tx
      .updateTable('call_answers')
      .set({ fingerprint, answer: null, claimed_at: sql`now()` })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .where(EXPIRED)
      .returning('id')
      .executeTakeFirst();
    return taken ? null : { answer: null };
  }
  if (!known.fingerprint.equals(fingerprint)) throw new Problem('idempotency.key_reused');
  return { answer: known.answer };
}

/** By the machine's time, as the database has it. */
const EXPIRED = sql<boolean>`claimed_at <= now()
  - make_interval(secs => case when answer is null then ${CLAIM_SECONDS}::int else ${ANSWER_RETENTION_HOURS * 3_600} end)`;

async function save({ tx }: SystemScope, { tenantId, id }: KeyedCall, answer: Buffer): Promise<void> {
  await tx.updateTable('call_answers').set({ answer }).where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}

async function free({ tx }: SystemScope, { tenantId, id }: KeyedCall): Promise<void> {
  await tx.deleteFrom('call_answers').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}
