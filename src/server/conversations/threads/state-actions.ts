import { randomUUIDv7 } from 'node:crypto';
import type { ConversationId } from '#contract/conversations/calls.ts';
import { conversationClosed, conversationReopened } from '#server/conversations/jobs.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { emit } from '#server/platform/events/events.ts';

/** Other places that show the conversation close it too. */
export async function emitClosed(scope: ActionScope, conversationId: ConversationId): Promise<void> {
  const about = { dedupeKey: randomUUIDv7(), facts: { conversationId }, occurredAt: scope.clock.now() };
  await emit(scope, conversationClosed, about);
}

/** Other places that show the conversation open it too. */
export async function emitReopened(scope: ActionScope, conversationId: ConversationId): Promise<void> {
  const about = { dedupeKey: randomUUIDv7(), facts: { conversationId }, occurredAt: scope.clock.now() };
  await emit(scope, conversationReopened, about);
}
