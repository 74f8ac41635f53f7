import type { ConversationId } from '#contract/conversations/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { listUnhandled, setHandled, type UnhandledMessage } from '#server/conversations/inbound/inbound-queries.ts';
import { answerJob } from '#server/conversations/jobs.ts';
import { findMergedInto, type LockedThread, lockThread } from '#server/conversations/threads/queries.ts';
import { areBotsSilent } from '#server/conversations/threads/rules.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { languageOfContact } from './language-reads.ts';
import type { Answering, Claim, QuietTime, Responder, Turn, TurnContext, TurnOutcome } from './port.ts';
import { queueAfterPause } from './queueing-actions.ts';
import { hasSameMessages, QUESTION_VALID_HOURS, quietUntil, splitByPerson } from './rules.ts';
import { writeOutcome } from './writing-actions.ts';

// NOTE: a process: it calls a responder, which may call outside services, between transactions.

type AnsweringScope = ActionScope & { readonly answering: Answering };

/**
 * Has the first responder that claims a conversation's unhandled messages answer them. Safe to repeat: the messages are
 * handled in the transaction that writes the answer, and each answer has the key of its turn.
 *
 * @param request.failures failed outside calls for this turn
 */
export async function takeTurn(
  ctx: TurnContext & { readonly answering: Answering },
  request: { tenantId: TenantId; conversationId: ConversationId; failures: number },
  signal: AbortSignal,
): Promise<void> {
  const { tenantId } = request;
  const claimed = await withTenant(ctx, tenantId, (scope) => beginTurn(scope, request));
  if (!claimed) return;
  const { responder, turn } = claimed;
  if (!responder.answer) throw new Error(`The responder ${responder.kind} cannot answer what it claims`);
  const outcome = await responder.answer(ctx, turn, signal);
  await withTenant(ctx, tenantId, (scope) => endTurn(scope, turn, outcome));
}

/** Finds the responder of a turn; null when the turn is over, or waits. */
async function beginTurn(
  scope: AnsweringScope,
  request: { conversationId: ConversationId; failures: number },
): Promise<{ responder: Responder; turn: Turn } | null> {
  const open = await findOpenMessages(scope, request.conversationId);
  if (!open) return null;
  const turn = await toTurn(scope, open, request.failures);
  const { claim, responder } = await claimTurn(scope, turn);
  if (claim.kind === 'waits') {
    await queueAgain(scope, turn, claim.until);
    return null;
  }
  if (claim.kind !== 'mine') {
    await writeOutcome(scope, turn, claim);
    return null;
  }
  if (claim.quiet && (await isPostponed(scope, turn, claim.quiet))) return null;
  return responder && { responder, turn };
}

/** Postpones a turn to the end of its responder's quiet time. @returns false where that is over */
async function isPostponed(scope: AnsweringScope, turn: Turn, quiet: QuietTime): Promise<boolean> {
  const { since, messages } = turn;
  const runAt = quietUntil(quiet, since, messages.at(-1)?.receivedAt ?? since);
  if (!isAfter(runAt, scope.clock.now())) return false;
  await queueAgain(scope, turn, runAt);
  return true;
}

async function queueAgain(scope: AnsweringScope, turn: Turn, runAt: Temporal.Instant): Promise<void> {
  const { tenantId, conversationId, failures } = turn;
  await enqueue(scope, answerJob, { tenantId, conversationId, failures }, { runAt });
}

type FirstClaim = { claim: Exclude<Claim, { kind: 'not_mine' }>; responder: Responder | null };

/** Tries the responders in their order. A turn that none claims is for a person, unless one of them decided otherwise. */
async function claimTurn(scope: AnsweringScope, turn: Turn): Promise<FirstClaim> {
  let otherwise: TurnOutcome | undefined;
  for (const responder of await orderFor(scope, turn)) {
    if (turn.isSilent && !responder.worksInSilence) continue;
    const claim = await responder.claim(scope, turn);
    if (claim.kind !== 'not_mine') return { claim, responder };
    otherwise ??= claim.otherwise;
  }
  return { claim: otherwise ?? { kind: 'person', reason: 'new_message' }, responder: null };
}

/**
 * Writes the outcome of a turn, unless a person or the contact wrote while it was made. No transaction was open
 * meanwhile; from here on the conversation is locked.
 */
async function endTurn(scope: AnsweringScope, turn: Turn, outcome: TurnOutcome): Promise<void> {
  const open = await findOpenMessages(scope, turn.conversationId);
  if (!open) return;
  const { thread, messages } = open;
  const isSame = thread.id === turn.conversationId && hasSameMessages(messages, turn.messages);
  if (isSame) await writeOutcome(scope, turn, outcome);
  else await queueAfterPause(scope, thread.id, messages[0].receivedAt);
}

type OpenMessages = { thread: LockedThread; messages: [UnhandledMessage, ...UnhandledMessage[]] };

/** Locks a conversation and its unhandled messages; null without any. A person answered those before their own message. */
async function findOpenMessages(scope: ActionScope, id: ConversationId): Promise<OpenMessages | null> {
  const thread = await lockThread(scope, { id: (await findMergedInto(scope, id)) ?? id });
  if (!thread) return null;
  const unhandled = await listUnhandled(scope, thread.id);
  const { answered, open } = splitByPerson(unhandled, thread.personWroteAt);
  const answeredIds = answered.map((message) => message.id);
  if (answered.length > 0) await setHandled(scope, answeredIds, scope.clock.now());
  const [first, ...others] = open;
  return first ? { thread, messages: [first, ...others] } : null;
}

/** The responder whose talk the contact goes on with stands first; the others keep their order. */
async function orderFor(scope: AnsweringScope, turn: Turn): Promise<readonly Responder[]> {
  const { responders } = scope.answering;
  if (turn.messages.some(({ buttonId }) => buttonId !== null)) return responders;
  for (const responder of responders) {
    if (await responder.isTalking?.(scope, turn)) return [responder, ...responders.filter((one) => one !== responder)];
  }
  return responders;
}

async function toTurn(scope: AnsweringScope, { thread, messages }: OpenMessages, failures: number): Promise<Turn> {
  const now = scope.clock.now();
  const { id: conversationId, contactId, channelId, botsSilentUntil } = thread;
  const since = now.subtract({ hours: QUESTION_VALID_HOURS });
  const [{ key, receivedAt }] = messages;
  return {
    tenantId: scope.tenantId,
    conversationId,
    contactId,
    channelId,
    language: await languageOfContact(scope, contactId),
    key,
    since: receivedAt,
    messages,
    questions: await scope.answering.listQuestions(scope, { contactId, channelId, since }),
    isSilent: areBotsSilent(botsSilentUntil, now),
    failures,
  };
}
