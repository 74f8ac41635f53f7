import type { AssistantId } from '#contract/assistants/calls.ts';
import type { FoundPassage, KnowledgePlace, tryKnowledge } from '#contract/assistants/knowledge.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { embedPassagesJob } from '#server/assistants/knowledge/jobs.ts';
import { hasAssistant } from '#server/assistants/knowledge/sources/source-queries.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { enqueueAll, prepareJob } from '#server/platform/jobs.ts';
import { Problem } from '#server/platform/values/problem.ts';
import type { Embeddings } from './embeddings-port.ts';
import { type Found, findPassages, type Likeness, RELEVANCE_FLOOR } from './finding-rules.ts';
import { loadIndex } from './loaded-indexes.ts';
import { matchedWords } from './ranking-rules.ts';
import { listByIds } from './search-queries.ts';
import { SYNONYMS } from './synonyms/all.ts';
import { nearest, type Vectors } from './vector-rules.ts';

// NOTE: a process: it may have a provider compute the meaning of a question, between transactions.

/** Passages that an assistant is given for one question. */
const MOST_PASSAGES = 6;
const MOST_WEAK = 3;
/** A meaning that is not there by then is left out: words alone find most passages. */
const EMBEDDING_MS = 4_000;

/** A passage as a model is given it. */
export type Passage = {
  id: string;
  sourceId: string;
  /** Title of the source. */
  source: string;
  /** E.g. `page 3`, `row 12`, or an address; null: the source has no places. */
  place: string | null;
  text: string;
  /** From 0 to 1: the share of the question that it covers. */
  score: number;
};

type Question = {
  tenantId: TenantId;
  assistantId: AssistantId;
  /** One question in several wordings, e.g. in the contact's language and in that of the knowledge. */
  questions: readonly string[];
  signal?: AbortSignal;
};

/**
 * Finds what an assistant knows about a question: at most six passages, the best first, those whose question it is before
 * all others; none where nothing is near enough.
 */
export async function retrieve(ctx: Context, embeddings: Embeddings, question: Question): Promise<Passage[]> {
  const { strong } = await search(ctx, embeddings, question);
  return strong.map(({ id, sourceId, sourceTitle, place, headings, text, score }) => ({
    id,
    sourceId,
    source: sourceTitle,
    score,
    place: place && placeText(place),
    text: [...headings, text].join('\n'),
  }));
}

function placeText(place: KnowledgePlace): string {
  if (place.kind === 'address') return place.url;
  if (place.kind === 'sheet') return `sheet ${place.sheet}`;
  const where = `${place.kind} ${place.number}`;
  return place.kind === 'row' && place.sheet !== null ? `${where} of ${place.sheet}` : where;
}

/** Finds what a question would find, with passages that are too weak to be given. @throws {Problem} `assistant.not_found` */
export async function trySearch(
  ctx: Context,
  embeddings: Embeddings,
  question: Question,
): Promise<ReplyOf<typeof tryKnowledge>> {
  const { tenantId, assistantId } = question;
  const isKnown = await withTenant(ctx, tenantId, (scope) => hasAssistant(scope, assistantId));
  if (!isKnown) throw new Problem('assistant.not_found');
  const { strong, weak, searched, hasMeanings } = await search(ctx, embeddings, question);
  return { passages: strong, weak, searched, hasMeanings };
}

async function search(ctx: Context, embeddings: Embeddings, question: Question) {
  const { tenantId, assistantId } = question;
  const questions = [...new Set(question.questions.map((one) => one.trim()).filter(Boolean))];
  const model = embeddings.modelOf(ctx.config);
  const { index, vectors, hasUnembedded } = await loadIndex(ctx, { tenantId, assistantId, model });
  // NOTE: the model of the deployment may have changed
  if (hasUnembedded) {
    const job = prepareJob(embedPassagesJob, { tenantId, assistantId }, { unlessQueued: true });
    await withTenant(ctx, tenantId, (scope) => enqueueAll(scope, [job]));
  }
  const meanings = vectors ? await meaningsOf(ctx, embeddings, { ...question, questions, vectors }) : [];
  const found = findPassages(index, { questions, synonyms: SYNONYMS, meanings });
  const strong = found.filter(({ score }) => score >= RELEVANCE_FLOOR).slice(0, MOST_PASSAGES);
  const weak = found.filter(({ score }) => score < RELEVANCE_FLOOR).slice(0, MOST_WEAK);
  const shown = await withTenant(ctx, tenantId, (scope) =>
    listByIds(
      scope,
      assistantId,
      [...strong, ...weak].map(({ at }) => index.ids[at] ?? ''),
    ),
  );
  const show = (all: readonly Found[]): FoundPassage[] =>
    all.flatMap(({ at, score, isExact }) => {
      const passage = shown.find(({ id }) => id === index.ids[at]);
      if (!passage) return [];
      const text = [...passage.headings, passage.text].join('\n');
      return { ...passage, score, isExact, words: matchedWords(index, SYNONYMS, { questions, text }) };
    });
  return { strong: show(strong), weak: show(weak), searched: index.ids.length, hasMeanings: meanings.length > 0 };
}

/** The likeness of passages to each wording; none where the provider does not answer in time. */
async function meaningsOf(
  ctx: Context,
  embeddings: Embeddings,
  { tenantId, assistantId, questions, vectors, signal }: Question & { vectors: Vectors },
): Promise<Likeness[]> {
  const limit = AbortSignal.any([AbortSignal.timeout(EMBEDDING_MS), ...(signal ? [signal] : [])]);
  const input = { tenantId, key: `knowledge:${assistantId}`, values: [...questions], signal: limit };
  const embedded = await embeddings.embed(ctx, input).catch((error: unknown) => {
    ctx.log.warn({ err: error, assistantId }, 'The meaning of a question could not be computed');
    return null;
  });
  return (embedded ?? []).map((vector) => nearest(vectors, vector));
}
