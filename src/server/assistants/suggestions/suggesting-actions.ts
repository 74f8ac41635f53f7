import { AssistantTurn } from '#contract/assistants/turns.ts';
import type { suggestReply } from '#contract/assistants/suggestions.ts';
import type { ConversationId } from '#contract/conversations/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Embeddings } from '#server/assistants/knowledge/search/embeddings-port.ts';
import { readOnly } from '#server/assistants/plugins/read-only-rules.ts';
import { listAnswering } from '#server/assistants/storage/assistant-queries.ts';
import { chooseAssistant } from '#server/assistants/turns/choosing-reads.ts';
import { type Composed, composeReply } from '#server/assistants/turns/composing-actions.ts';
import { readFacts } from '#server/assistants/turns/facts-reads.ts';
import type { SourceContext } from '#server/connections/port.ts';
import { languageOfContact } from '#server/conversations/answering/language-reads.ts';
import { getThreadOwner } from '#server/conversations/inbound/actions.ts';
import type { ActionScope, MemberContext } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem } from '#server/platform/values/problem.ts';

// NOTE: a process: it calls models and booking systems between transactions.

const ANSWER_SECONDS = 75;
/** Added to the owner's instruction. */
const FOR_A_MEMBER =
  'You write a draft that a member of the staff reads, edits and sends in their own name: do not introduce yourself.';

/**
 * Writes a reply for a member to send: by the assistant that answers in the conversation, else by the first that is
 * published. Its functions only look things up.
 *
 * @throws {Problem} `conversation.not_found`, `assistant.none_published`, `assistant.nothing_to_answer`
 */
export async function suggest(
  ctx: MemberContext & SourceContext,
  embeddings: Embeddings,
  { conversationId, hint }: { conversationId: ConversationId; hint: string },
): Promise<ReplyOf<typeof suggestReply>> {
  const { tenantId } = ctx;
  const { id, title, facts, contactId } = await withTenant(ctx, tenantId, (scope) =>
    readRequest(scope, conversationId, hint),
  );
  const composed = await composeReply(ctx, embeddings, {
    tenantId,
    assistantId: id,
    facts,
    tools: {
      tenantId,
      contactId,
      key: newId(AssistantTurn.shape.id),
      language: facts.language,
      branchIds: facts.settings.branchIds,
    },
    purpose: 'suggestion',
    signal: AbortSignal.timeout(ANSWER_SECONDS * 1_000),
  });
  const sources = [...new Set(composed.passages.map(({ source }) => source))];
  return { text: composed.reply, gap: gapOf(composed), assistant: { id, title }, sources };
}

async function readRequest(scope: ActionScope, conversationId: ConversationId, hint: string) {
  const { contactId, channelId, id: threadId } = await getThreadOwner(scope, conversationId);
  const thread = { conversationId: threadId, contactId, channelId };
  const [published] = await listAnswering(scope);
  if (!published?.published) throw new Problem('assistant.none_published');
  const { id, title, settings } = (await chooseAssistant(scope, thread)) ?? { ...published, ...published.published };
  const instruction = [settings.instruction, FOR_A_MEMBER, hint && `The member wants to say: ${hint}`];
  const facts = await readFacts(
    scope,
    {
      title,
      settings: {
        ...settings,
        instruction: instruction.filter(Boolean).join('\n\n'),
        plugins: readOnly(settings.plugins),
      },
    },
    { ...thread, language: await languageOfContact(scope, contactId) },
  );
  if (facts.lines.at(-1)?.side !== 'contact' && hint === '') throw new Problem('assistant.nothing_to_answer');
  return { id, title, facts, contactId };
}

function gapOf({ reply, handoffReason }: Composed): ReplyOf<typeof suggestReply>['gap'] {
  if (reply !== null) return null;
  if (handoffReason === 'checks' || handoffReason === 'balance' || handoffReason === 'no_model') return handoffReason;
  return 'model';
}
