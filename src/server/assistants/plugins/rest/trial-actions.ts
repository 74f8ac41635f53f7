import { randomUUID } from 'node:crypto';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { tryRestCall } from '#contract/assistants/rest.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import { findAssistant } from '#server/assistants/storage/assistant-queries.ts';
import type { MemberContext } from '#server/platform/context/context.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import type { Context } from '#server/platform/context/context.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { sendRestCall } from './sending-actions.ts';
import { deleteWrites } from './write-queries.ts';

// NOTE: a process: it calls a system of the owner between transactions.

/** Sends a call as a member typed it. @throws {Problem} `assistant.not_found` */
export async function tryCall(
  ctx: MemberContext,
  assistantId: AssistantId,
  { call, values }: BodyOf<typeof tryRestCall>,
): Promise<ReplyOf<typeof tryRestCall>> {
  const { tenantId } = ctx;
  const assistant = await withTenant(ctx, tenantId, (scope) => findAssistant(scope, assistantId));
  if (!assistant) throw new Problem('assistant.not_found');
  const outcome = await sendRestCall(ctx, {
    tenantId,
    assistantId,
    call,
    values,
    idempotencyKey: call.changes ? randomUUID() : null,
    signal: AbortSignal.timeout(TRIAL_MS),
  });
  const part = outcome.trouble === null ? JSON.stringify(outcome.part, null, 2) : '';
  return { ...outcome, part };
}

const TRIAL_MS = 15_000;
const RETENTION_HOURS = 7 * 24;

/** Forgets which calls were sent, after a week. Runs on a schedule. */
export async function purgeWrites(ctx: Context): Promise<void> {
  const before = ctx.clock.now().subtract({ hours: RETENTION_HOURS });
  await withSystem(ctx, (scope) => deleteWrites(scope, before));
}
