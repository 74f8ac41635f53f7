import type { AssistantId } from '#contract/assistants/calls.ts';
import type { putRestSecret, RestSecret } from '#contract/assistants/rest.ts';
import { MAX_REST_CALLS, MAX_REST_HEADERS } from '#contract/assistants/rest-values.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { findAssistant, findAssistantForUpdate } from '#server/assistants/storage/assistant-queries.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { deleteOtherSecrets, deleteSecret, selectSecrets, upsertSecret } from './secret-queries.ts';

type Listed = { items: RestSecret[] };

/** Calls of the draft, of the published version, and as many that are typed and not saved. */
const MOST_SECRETS = 3 * MAX_REST_CALLS * MAX_REST_HEADERS;
/** Secrets of calls that no settings have are kept for so long: their call may be typed now. */
const UNSAVED_HOURS = 24;

/** @throws {Problem} `assistant.not_found` */
export async function listSecrets(scope: ActionScope, assistantId: AssistantId): Promise<Listed> {
  if (!(await findAssistant(scope, assistantId))) throw new Problem('assistant.not_found');
  return listed(scope, assistantId);
}

/**
 * Seals the value of a header for the origin of an address, or removes it.
 *
 * @throws {Problem} `assistant.not_found`, `rest_secret.limit_reached`
 */
export async function setSecret(
  scope: ActionScope,
  assistantId: AssistantId,
  { callId, header: written, url, value }: BodyOf<typeof putRestSecret>,
): Promise<Listed> {
  const assistant = await findAssistantForUpdate(scope, assistantId);
  if (!assistant) throw new Problem('assistant.not_found');
  const header = written.toLowerCase();
  if (value === null) {
    await deleteSecret(scope, assistantId, { callId, header });
    return listed(scope, assistantId);
  }
  const now = scope.clock.now();
  const calls = [assistant.settings, assistant.published?.settings].flatMap((one) => one?.plugins.rest?.calls ?? []);
  const callIds = [callId, ...calls.map(({ id }) => id)];
  await deleteOtherSecrets(scope, assistantId, { callIds, before: now.subtract({ hours: UNSAVED_HOURS }) });
  if ((await selectSecrets(scope, assistantId)).length >= MOST_SECRETS) throw new Problem('rest_secret.limit_reached');
  const { origin } = new URL(url.replaceAll(/\{[^{}]*\}/g, 'x'));
  const sealed = scope.vault.seal(scope.tenantId, value);
  await upsertSecret(scope, assistantId, { callId, header, origin, value: sealed }, now);
  return listed(scope, assistantId);
}

async function listed(scope: ActionScope, assistantId: AssistantId): Promise<Listed> {
  const secrets = await selectSecrets(scope, assistantId);
  return { items: secrets.map(({ callId, header, origin }) => ({ callId, header, origin })) };
}
