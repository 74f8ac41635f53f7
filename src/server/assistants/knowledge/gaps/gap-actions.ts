import type { AssistantId } from '#contract/assistants/calls.ts';
import type {
  KnowledgeGap,
  KnowledgeGapId,
  KnowledgePair,
  KnowledgeSource,
  listKnowledgeGaps,
} from '#contract/assistants/knowledge.ts';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { LONGEST_KNOWLEDGE_QUESTION } from '#contract/assistants/knowledge-values.ts';
import type { ConversationId } from '#contract/conversations/calls.ts';
import { SYNONYMS } from '#server/assistants/knowledge/search/synonyms/all.ts';
import { addPair, requireAssistant, savePair } from '#server/assistants/knowledge/sources/source-actions.ts';
import { findSource } from '#server/assistants/knowledge/sources/source-queries.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { addQuestion, findGap, insertGroup, listGaps, listGroups, lockGaps, setGapState } from './gap-queries.ts';
import { LEAST_LIKENESS, likenessOf, subjectOf } from './likeness-rules.ts';

/** Groups with which a question is compared, those asked last. */
const COMPARED_GROUPS = 300;

type Unanswered = {
  assistantId: AssistantId;
  /** Null: of a test chat. */
  conversationId: ConversationId | null;
  question: string;
  reason: KnowledgeGap['reason'];
};

/**
 * Notes a question that an assistant could not answer, in the group of those like it; one like dismissed questions is
 * dismissed too. Repeated for a conversation, it counts once.
 */
export async function noteGap(scope: ActionScope, unanswered: Unanswered): Promise<void> {
  const { assistantId, conversationId, reason } = unanswered;
  const question = unanswered.question.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_KNOWLEDGE_QUESTION);
  const subject = subjectOf(SYNONYMS, question);
  if (subject.size === 0) return;
  await lockGaps(scope, assistantId);
  const groups = await listGroups(scope, assistantId, COMPARED_GROUPS);
  const compared = groups.map((group) => ({
    ...group,
    likeness: likenessOf(subject, subjectOf(SYNONYMS, group.question)),
  }));
  const [nearest] = compared.toSorted((one, other) => other.likeness - one.likeness);
  const at = scope.clock.now();
  const isLike = nearest !== undefined && nearest.likeness >= LEAST_LIKENESS;
  const gapId = isLike ? nearest.id : await insertGroup(scope, assistantId, { question, reason, at });
  await addQuestion(scope, gapId, { question, conversationId, at });
  await announce(scope, 'assistants');
}

type Place = { assistantId: AssistantId; gapId: KnowledgeGapId };

/** @throws {Problem} `assistant.not_found` */
export async function pageOfGaps(
  scope: ActionScope,
  assistantId: AssistantId,
  page: QueryOf<typeof listKnowledgeGaps>,
): Promise<ReplyOf<typeof listKnowledgeGaps>> {
  await requireAssistant(scope, assistantId);
  return listGaps(scope, assistantId, page);
}

/** Makes a pair of a group, or changes the one it made. @throws {Problem} `knowledge_gap.not_found` */
export async function answerGap(scope: ActionScope, place: Place, pair: KnowledgePair): Promise<KnowledgeSource> {
  const gap = await findGap(scope, place);
  if (!gap) throw new Problem('knowledge_gap.not_found');
  const { assistantId, gapId } = place;
  const known = gap.sourceId && (await findSource(scope, gap.sourceId));
  const source = known
    ? await savePair(scope, { assistantId, sourceId: known.id }, pair)
    : await addPair(scope, assistantId, pair);
  await setGapState(scope, gapId, { state: 'answered', sourceId: source.id });
  return source;
}

/** @throws {Problem} `knowledge_gap.not_found` */
export async function moveGap(scope: ActionScope, place: Place, state: 'open' | 'dismissed'): Promise<void> {
  const gap = await findGap(scope, place);
  if (!gap) throw new Problem('knowledge_gap.not_found');
  if (gap.state !== 'answered') await setGapState(scope, place.gapId, { state, sourceId: null });
  await announce(scope, 'assistants');
}
