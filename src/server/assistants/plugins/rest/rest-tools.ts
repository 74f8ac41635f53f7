import { hash } from 'node:crypto';
import { tool, type ToolSet } from 'ai';
import { z } from 'zod';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { RestCall, RestParameter, RestPlugin } from '#contract/assistants/rest-settings.ts';
import { restToolNames, type RestTrouble } from '#contract/assistants/rest-values.ts';
import type { ToolScope } from '#server/assistants/plugins/tool-scope.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { canonical } from '#server/platform/values/json.ts';
import { NEXT_BY_TROUBLE } from './answer-reading.ts';
import { requestOf } from './request-rules.ts';
import { type RestOutcome, sendRestCall } from './sending-actions.ts';
import { beginWrite, endWrite } from './write-queries.ts';

// NOTE: a process: it calls a system of the owner between transactions.

type Wiring = {
  ctx: Pick<Context, 'db' | 'clock' | 'config' | 'vault'>;
  scope: ToolScope;
  assistantId: AssistantId;
  plugin: RestPlugin;
};

/** The answer of a call to the model. */
export type RestResult =
  | { ok: true; data: unknown; more?: string; is_trial?: true }
  | { ok: false; reason: RestTrouble; parameter?: string; status?: number; next: string };

/**
 * A function for each call that the owner described. Address, method, headers and their secrets are the owner's and never
 * reach the model, which gives the values of the parameters alone.
 */
export function restTools(wiring: Wiring): ToolSet {
  const { calls } = wiring.plugin;
  const names = restToolNames(calls);
  const started = new Map<string, Promise<RestResult>>();
  return Object.fromEntries(
    calls.map((call, at) => [
      names[at] ?? '',
      tool({
        description: `${call.title}. ${call.when}`,
        inputSchema: z.object(Object.fromEntries(call.parameters.map((one) => [one.key, shapeOf(one)]))),
        execute: (given) => run(wiring, call, { values: given, started }),
      }),
    ]),
  );
}

/** Names of the functions that change something in a system of the owner, and of those that look something up. */
export function restToolsByKind({ calls }: RestPlugin): { writes: string[]; reads: string[] } {
  const names = restToolNames(calls);
  const of = (changes: boolean) => names.filter((_, at) => calls[at]?.changes === changes);
  return { writes: of(true), reads: of(false) };
}

function shapeOf({ type, description, isRequired }: RestParameter): z.ZodType {
  const shape = { text: z.string().max(1_000), number: z.number(), yes_no: z.boolean() }[type];
  return (isRequired ? shape : shape.nullable()).describe(description);
}

type Given = { values: Readonly<Record<string, unknown>>; started: Map<string, Promise<RestResult>> };

/** A call that changes something is sent once for the same values in a turn, however often the turn is repeated. */
async function run(wiring: Wiring, call: RestCall, { values, started }: Given): Promise<RestResult> {
  if (!call.changes) return send(wiring, call, { values, idempotencyKey: null });
  if (wiring.scope.contactId === null) {
    const made = requestOf(call, values);
    return 'trouble' in made ? refused(made) : { ok: true, data: null, is_trial: true };
  }
  const key = hash('sha256', canonical([wiring.scope.key, call.id, values]), 'hex');
  return started.getOrInsertComputed(key, () => writeOnce(wiring, call, { values, idempotencyKey: key }));
}

type Request = { values: Given['values']; idempotencyKey: string | null };

async function writeOnce(
  wiring: Wiring,
  call: RestCall,
  request: Request & { idempotencyKey: string },
): Promise<RestResult> {
  const { ctx, assistantId, scope } = wiring;
  const { idempotencyKey: key } = request;
  const write = await withTenant(ctx, scope.tenantId, (tx) =>
    beginWrite(tx, { key, assistantId, now: ctx.clock.now() }),
  );
  if (!write.isNew) return write.result === null ? refused({ trouble: 'uncertain' }) : (write.result as RestResult); // NOTE: stored below
  const result = await send(wiring, call, request);
  await withTenant(ctx, scope.tenantId, (tx) => endWrite(tx, key, result));
  return result;
}

async function send({ ctx, scope, assistantId }: Wiring, call: RestCall, request: Request): Promise<RestResult> {
  const { tenantId, signal } = scope;
  const outcome = await sendRestCall(ctx, { tenantId, assistantId, call, signal, ...request });
  if (outcome.trouble !== null) return refused(outcome, call.changes);
  const { part: data, isCut } = outcome;
  return { ok: true, data, ...(isCut && { more: 'The answer was longer; this is its beginning.' }) };
}

/** @param isWrite an answer that did not come leaves open whether the call was done */
function refused(
  { trouble, parameter, status }: Pick<RestOutcome, 'trouble'> & Partial<RestOutcome>,
  isWrite = false,
): RestResult {
  const reason = trouble ?? 'unreachable';
  const isOpen = isWrite && (reason === 'slow' || reason === 'unreachable' || reason === 'server_error');
  return {
    ok: false,
    reason,
    ...(parameter && { parameter }),
    ...(status && { status }),
    next: NEXT_BY_TROUBLE[isOpen ? 'uncertain' : reason],
  };
}
