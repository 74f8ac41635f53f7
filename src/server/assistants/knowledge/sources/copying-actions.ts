import type { AssistantId } from '#contract/assistants/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { copySources } from './copying-queries.ts';
import { beginReading, changed } from './source-actions.ts';

/** Copies the sources of an assistant to a new one, with their passages and meanings; what is being read is read again. */
export async function copyKnowledge(
  scope: ActionScope,
  { from, to }: { from: AssistantId; to: AssistantId },
): Promise<void> {
  const waiting = await copySources(scope, { from, to });
  for (const sourceId of waiting) await beginReading(scope, sourceId);
  await changed(scope, to);
}
