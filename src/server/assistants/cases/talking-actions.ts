import type { ModelMessage } from 'ai';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { RunStop } from '#contract/assistants/case-values.ts';
import type { CaseSettings } from '#contract/assistants/cases.ts';
import type { CaseVerdict, RunTalk, TalkLine } from '#contract/assistants/runs.ts';
import type { AssistantSettings } from '#contract/assistants/settings.ts';
import { AssistantTurn } from '#contract/assistants/turns.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { Embeddings } from '#server/assistants/knowledge/search/embeddings-port.ts';
import { sandboxVisitsAhead, type VisitSandbox } from '#server/assistants/plugins/visit-sandbox.ts';
import { type Composed, composeReply, questionOf, sentWords } from '#server/assistants/turns/composing-actions.ts';
import { readBusiness } from '#server/assistants/turns/facts-reads.ts';
import { visitLine } from '#server/assistants/turns/prompt-rules.ts';
import type { SourceContext } from '#server/connections/port.ts';
import { generate } from '#server/models/generating-actions.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { newId } from '#server/platform/values/ids.ts';
import { clientInstructions, linesOf, readClientMessage } from './client-rules.ts';
import { judgeTalk } from './judging-rules.ts';
import { STAND_IN_PHONE } from './masking-rules.ts';
import { salonsOf } from '#server/assistants/plugins/salon-desk.ts';
import { catalogueOf, placeVisits } from './placing-actions.ts';

// NOTE: a process: it calls models and booking systems between transactions.

export type TalkRequest = {
  tenantId: TenantId;
  assistantId: AssistantId;
  /** The save that is tried. */
  version: number;
  title: string;
  settings: AssistantSettings;
  testCase: CaseSettings;
  /** Its id is the key of its calls of models. */
  talkId: string;
  /** A simulated client plays otherwise with another seed. */
  seed: number;
  signal: AbortSignal;
};

/** A talk that is over. `trouble`: it could not be held to its end, and is not judged. */
export type HeldTalk = Pick<RunTalk, 'lines' | 'verdicts' | 'costMicroUsd'> & {
  state: Exclude<RunTalk['state'], 'waiting'>;
  trouble: Exclude<RunStop, 'member' | 'cap'> | null;
};

/** Holds the talk of a case with an assistant and judges it. Nothing is sent, and visits are kept in memory. */
export async function holdTalk(ctx: SourceContext, embeddings: Embeddings, request: TalkRequest): Promise<HeldTalk> {
  const { tenantId, title, settings, testCase, talkId, signal } = request;
  const now = ctx.clock.now();
  const sandbox: VisitSandbox = { client: { name: testCase.clientName, phone: STAND_IN_PHONE }, visits: [] };
  const { branchIds, plugins } = settings;
  const language = settings.language ?? testCase.language;
  const tools = { tenantId, contactId: null, sandbox, key: talkId, language, branchIds };
  const scope = { ...tools, contactTexts: '', ownTexts: '', signal };
  const desk = { ctx, scope, plugins: salonsOf(plugins) };
  const unplaced = await placeVisits(desk, sandbox, testCase.visits);
  if (unplaced) return broken({ expectation: null, isMet: false, ...unplaced });
  const before = sandbox.visits.map((visit) => ({ ...visit }));

  const talk: Talk = { lines: [], costMicroUsd: 0 };
  const end = await exchange();
  if (end) return { ...talk, verdicts: [], state: 'failed', trouble: end };
  const turns = talk.lines.flatMap(({ turn }) => turn ?? []);
  const catalogue = await catalogueOf(desk);
  const verdicts = judgeTalk(testCase.expectations, { turns, before, after: sandbox.visits, catalogue, now });
  return { ...talk, verdicts, state: verdicts.every(({ isMet }) => isMet) ? 'passed' : 'failed', trouble: null };

  /** Lets both sides write in turn until the client is done or a person takes over. */
  async function exchange(): Promise<HeldTalk['trouble']> {
    for (let turn = 0; ; turn += 1) {
      const written = await clientLines(ctx, request, talk, turn);
      if (written.kind !== 'lines') return written.kind === 'over' ? null : written.trouble;
      talk.lines.push(...written.lines.map((text): TalkLine => ({ side: 'client', text, turn: null })));
      const business = await withTenant(ctx, tenantId, (scope) => readBusiness(scope, { title, settings }));
      const at = ctx.clock.now();
      const facts = {
        ...business,
        language,
        client: { name: sandbox.client.name || null, phone: sandbox.client.phone },
        visits: sandboxVisitsAhead(sandbox, at, {}).map(visitLine),
        lines: talk.lines.map(({ side, text }) => ({
          side: side === 'client' ? ('contact' as const) : ('ours' as const),
          text,
          at,
        })),
      };
      const key = `${talkId}:${turn}`;
      const composed = await composeReply(ctx, embeddings, {
        ...request,
        facts,
        tools: { ...tools, key },
        purpose: 'case',
      });
      talk.costMicroUsd += composed.costMicroUsd;
      const trouble = troubleOf(composed);
      if (trouble) return trouble;
      const reply = sentWords(composed, language);
      const answered = answeredTurn(composed, { version: request.version, question: questionOf(facts), reply, at });
      talk.lines.push({ side: 'assistant', text: reply ?? '', turn: answered });
      if (composed.outcome !== 'answered') return null;
    }
  }
}

type Talk = { lines: TalkLine[]; costMicroUsd: number };

const broken = (verdict: CaseVerdict): HeldTalk => ({
  lines: [],
  costMicroUsd: 0,
  verdicts: [verdict],
  state: 'broken',
  trouble: null,
});

type ClientTurn =
  | { kind: 'lines'; lines: string[] }
  | { kind: 'over' }
  | { kind: 'trouble'; trouble: NonNullable<HeldTalk['trouble']> };

const OVER: ClientTurn = { kind: 'over' };

/** The next messages of the client, prepared or played. */
async function clientLines(
  ctx: SourceContext,
  { tenantId, settings, testCase, talkId, seed, signal }: TalkRequest,
  talk: Talk,
  turn: number,
): Promise<ClientTurn> {
  const { script, clientName, language } = testCase;
  if (script.kind === 'lines') {
    const text = script.lines[turn];
    return text === undefined ? OVER : { kind: 'lines', lines: linesOf(text) };
  }
  if (turn >= script.maxTurns) return OVER;
  const played = await generate(ctx, {
    tenantId,
    model: settings.model,
    purpose: 'case',
    key: `${talkId}:client:${turn}`,
    instructions: clientInstructions(script, { name: clientName, language }),
    messages: [{ role: 'user', content: OPENING }, ...talk.lines.map(seenByClient)],
    maxOutputTokens: CLIENT_TOKENS,
    temperature: CLIENT_TEMPERATURE,
    seed,
    signal,
    reserve: true,
  });
  talk.costMicroUsd += played.costMicroUsd;
  if (!played.isOk && played.trouble !== 'refused' && played.trouble !== 'nonsense')
    return { kind: 'trouble', trouble: STOPS[played.trouble] };
  const lines = played.isOk ? readClientMessage(played.text) : null;
  return lines ? { kind: 'lines', lines } : OVER;
}

/** Providers want a message before the first one of the model. */
const OPENING = '…';
const CLIENT_TOKENS = 300;
const CLIENT_TEMPERATURE = 0.7;

const STOPS = {
  balance: 'balance',
  no_model: 'no_model',
  unavailable: 'unavailable',
  timeout: 'unavailable',
  aborted: 'unavailable',
} as const;

const seenByClient = ({ side, text }: TalkLine): ModelMessage => ({
  role: side === 'client' ? 'assistant' : 'user',
  content: text,
});

function troubleOf({ outcome, handoffReason, isTemporary }: Composed): HeldTalk['trouble'] {
  if (outcome === 'silent') return handoffReason === 'balance' ? 'balance' : 'no_model';
  return isTemporary ? 'unavailable' : null;
}

function answeredTurn(
  composed: Composed,
  { at, ...written }: Pick<AssistantTurn, 'version' | 'question' | 'reply'> & { at: Temporal.Instant },
): AssistantTurn {
  const { passages, calls, findings, isRegenerated, model, inputTokens, outputTokens, costMicroUsd, tookMs } = composed;
  return {
    id: newId(AssistantTurn.shape.id),
    at: at.toString(),
    ...written,
    outcome: composed.outcome,
    handoffReason: composed.handoffReason,
    summary: composed.requested?.summary ?? null,
    passages,
    calls,
    findings,
    isRegenerated,
    model,
    inputTokens,
    outputTokens,
    costMicroUsd,
    tookMs,
  };
}
