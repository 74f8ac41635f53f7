import { endByCourtesy, noteAnsweredByBot, setNeedsPerson } from '#server/conversations/inbound/actions.ts';
import { setHandled } from '#server/conversations/inbound/inbound-queries.ts';
import { answerJob } from '#server/conversations/jobs.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { enqueue } from '#server/platform/jobs.ts';
import type { Answering, Turn, TurnOutcome } from './port.ts';
import { pauseAfterFailure } from './rules.ts';

type AnsweringScope = ActionScope & { readonly answering: Answering };

/** Ends a turn: replies, hands the conversation to a person, or has the turn tried again. */
export async function writeOutcome(scope: AnsweringScope, turn: Turn, outcome: TurnOutcome): Promise<void> {
  if (outcome.kind === 'retry') return tryAgain(scope, turn, outcome);
  const { conversationId, messages } = turn;
  const messageIds = outcome.kind === 'reply' ? await scope.answering.postReply(scope, { ...turn, ...outcome }) : [];
  const reason = reasonForPerson(outcome);
  if (reason) await setNeedsPerson(scope, conversationId, reason);
  if (outcome.kind !== 'courtesy') await outcome.also?.(scope, messageIds);
  await setHandled(
    scope,
    messages.map(({ id }) => id),
    scope.clock.now(),
  );
  if (outcome.kind === 'reply') await noteAnsweredByBot(scope, conversationId);
  if (outcome.kind === 'courtesy') await endByCourtesy(scope, conversationId, turn.since);
}

function reasonForPerson(outcome: TurnOutcome) {
  if (outcome.kind === 'person') return outcome.reason;
  return outcome.kind === 'reply' ? outcome.person : undefined;
}

async function tryAgain(
  scope: AnsweringScope,
  turn: Turn,
  { otherwise }: Extract<TurnOutcome, { kind: 'retry' }>,
): Promise<void> {
  const { tenantId, conversationId, failures } = turn;
  const pauseSeconds = pauseAfterFailure(failures);
  if (pauseSeconds === null) return writeOutcome(scope, turn, otherwise);
  const runAt = scope.clock.now().add({ seconds: pauseSeconds });
  await enqueue(scope, answerJob, { tenantId, conversationId, failures: failures + 1 }, { runAt });
}
