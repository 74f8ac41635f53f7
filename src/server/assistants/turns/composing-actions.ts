import { hasToolCall, type ModelMessage, type ToolSet } from 'ai';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { AssistantTurn, CheckFinding } from '#contract/assistants/turns.ts';
import type { HANDOFF_REASONS } from '#contract/assistants/values.ts';
import type { ConversationId } from '#contract/conversations/calls.ts';
import type { Language } from '#contract/primitives.ts';
import type { FileId } from '#contract/texts/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { Embeddings } from '#server/assistants/knowledge/search/embeddings-port.ts';
import { retrieve } from '#server/assistants/knowledge/search/retrieval-actions.ts';
import { clinicTools } from '#server/assistants/plugins/clinic/clinic-tools.ts';
import { fileTool } from '#server/assistants/plugins/file-tool.ts';
import { flowerTools } from '#server/assistants/plugins/flower-shop/flower-tools.ts';
import { type RequestedHandoff, HANDOFF_TOOL, handoffTool } from '#server/assistants/plugins/handoff-tool.ts';
import { salonsOf } from '#server/assistants/plugins/salon-desk.ts';
import { restTools, restToolsByKind } from '#server/assistants/plugins/rest/rest-tools.ts';
import { salonTools } from '#server/assistants/plugins/salon-tools.ts';
import { type OnProgress, watched } from '#server/assistants/plugins/watched-tools.ts';
import type { ToolScope } from '#server/assistants/plugins/tool-scope.ts';
import { text } from '#server/assistants/storage/texts.ts';
import type { SourceContext } from '#server/connections/port.ts';
import { generate } from '#server/models/generating-actions.ts';
import type { TalkLine } from '#server/delivery/threads/talk-reads.ts';
import type { GenerateResult, GeneratedStep, ToolUse } from '#server/models/port.ts';
import { checkReply, type ReplySources } from './check-rules.ts';
import { textsIn } from './language-rules.ts';
import { REST_READ, REST_WRITE } from './deed-words.ts';
import { answeringShift, isWorkTime, promptOf, type TurnFacts } from './prompt-rules.ts';

/** The whole turn, both attempts included. */
const TURN_MS = 60_000;

export type TurnRequest = {
  tenantId: TenantId;
  assistantId: AssistantId;
  /** Null or left out: a trial. */
  conversationId?: ConversationId | null;
  facts: Omit<TurnFacts, 'passages'>;
  /** The scope of the functions of the model. */
  tools: Omit<ToolScope, 'signal' | 'contactTexts' | 'ownTexts'>;
  purpose: 'assistant' | 'trial' | 'suggestion' | 'follow_up' | 'case';
  signal: AbortSignal;
  /** Called when the model begins to write, and when it looks something up. */
  onProgress?: OnProgress;
};

/** How a turn ended, before anything of it is written or sent. */
export type Composed = {
  outcome: AssistantTurn['outcome'];
  handoffReason: (typeof HANDOFF_REASONS)[number] | null;
  /** The handoff that the model requested. */
  requested: RequestedHandoff | null;
  /** The model's words that passed the checks; null: there are none. */
  reply: string | null;
  fileIds: FileId[];
  /** The model could not be reached, and may be later. */
  isTemporary: boolean;
  /** It is outside the work hours: a person answers later. */
  isClosed: boolean;
} & Pick<
  AssistantTurn,
  | 'passages'
  | 'calls'
  | 'findings'
  | 'isRegenerated'
  | 'model'
  | 'inputTokens'
  | 'outputTokens'
  | 'costMicroUsd'
  | 'tookMs'
>;

/** Answers a talk: a reply whose statements are covered, or the reason why a person has to. It writes nothing but visits. */
export async function composeReply(
  ctx: SourceContext,
  embeddings: Embeddings,
  request: TurnRequest,
): Promise<Composed> {
  const startedAt = performance.now();
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(TURN_MS)]);
  const passages = await retrieve(ctx, embeddings, { ...request, questions: [questionOf(request.facts)], signal });
  const facts = { ...request.facts, passages };
  const noted: Noted = { requested: null, fileIds: [] };
  const tools = toolsOf(ctx, { ...request, signal, noted });
  await request.onProgress?.('writing');

  const shared = { ...request, key: request.tools.key, facts, tools, signal };
  const first = await attempt(ctx, { ...shared, before: [], findings: [] });
  const findings = first.isOk && !noted.requested ? checkReply(first.text, sourcesOf(facts, tools, first.steps)) : [];
  const results = [first];
  let left = findings;
  if (findings.length > 0) {
    const second = await attempt(ctx, { ...shared, before: first.steps, findings });
    results.push(second);
    const steps = [...first.steps, ...second.steps];
    left = second.isOk && !noted.requested ? checkReply(second.text, sourcesOf(facts, tools, steps)) : [];
  }
  return {
    ...endingOf(results, noted, left),
    isClosed: !isWorkTime(facts.settings, facts.now),
    passages: passages.map((passage) => ({ source: passage.source, text: passage.text })),
    calls: results.flatMap(({ steps }) => steps.flatMap((step) => step.tools)).map(toCall),
    findings,
    isRegenerated: results.length > 1,
    model: results.at(-1)?.model ?? null,
    inputTokens: sum(results.map(({ usage }) => usage.inputTokens)),
    outputTokens: sum(results.map(({ usage }) => usage.outputTokens)),
    costMicroUsd: Math.round(sum(results.map(({ costMicroUsd }) => costMicroUsd))),
    tookMs: Math.round(performance.now() - startedAt),
  };
}

/** Requests of the model beside its reply. */
type Noted = { requested: RequestedHandoff | null; fileIds: FileId[] };

function toolsOf(
  ctx: SourceContext,
  {
    tools,
    assistantId,
    conversationId = null,
    facts: { settings, lines, now },
    signal,
    noted,
    onProgress,
  }: Omit<TurnRequest, 'tenantId' | 'purpose'> & { noted: Noted },
): ToolSet {
  const { human_handoff, medflex, send_file, rest, flower_shop } = settings.plugins;
  const [contactTexts, ownTexts] = (['contact', 'ours'] as const).map((side) => wordsOf(lines, side).join('\n'));
  const scope = { ...tools, signal, contactTexts: contactTexts ?? '', ownTexts: ownTexts ?? '' };
  const timeZone = now.timeZoneId;
  const all = {
    ...salonTools({ ctx, scope, plugins: salonsOf(settings.plugins) }),
    ...(medflex && clinicTools({ ctx, scope, plugin: medflex })),
    ...(flower_shop && flowerTools({ ctx, scope, assistantId, conversationId, plugin: flower_shop, timeZone })),
    ...(rest && restTools({ ctx, scope, assistantId, plugin: rest })),
    ...(send_file && fileTool(send_file, (fileId) => void noted.fileIds.push(fileId))),
    ...(human_handoff && handoffTool(human_handoff, (requested) => void (noted.requested = requested))),
  };
  return onProgress ? watched(all, onProgress) : all;
}

const wordsOf = (lines: readonly TalkLine[], side: TalkLine['side']) =>
  lines.filter((line) => line.side === side).map(({ text: words }) => words);

type Attempt = Pick<TurnRequest, 'tenantId' | 'purpose' | 'signal'> & {
  key: string;
  facts: TurnFacts;
  tools: ToolSet;
  /** Steps of the attempt whose reply had findings. */
  before: readonly GeneratedStep[];
  findings: readonly CheckFinding[];
};

async function attempt(
  ctx: SourceContext,
  { tenantId, key, purpose, signal, facts, tools, before, findings }: Attempt,
): Promise<GenerateResult> {
  const { rules, facts: known } = promptOf(
    facts,
    findings.map(({ check, quote }) => `- ${check}: ${quote}`),
  );
  return generate(ctx, {
    tenantId,
    model: facts.settings.model,
    purpose,
    key,
    instructions: `${rules}\n\n${known}`,
    messages: [...facts.lines.map(toMessage), ...before.flatMap(toCallMessages)],
    ...(Object.keys(tools).length > 0 && { tools, stopWhen: [hasToolCall(HANDOFF_TOOL)] }),
    temperature: facts.settings.temperature,
    signal,
    reserve: true,
  });
}

const toMessage = ({ side, text: content }: TalkLine): ModelMessage => ({
  role: side === 'contact' ? 'user' : 'assistant',
  content,
});

/** The calls of a step as the model is shown them again: a second attempt knows what the first has done. */
function toCallMessages({ tools }: GeneratedStep): ModelMessage[] {
  if (tools.length === 0) return [];
  return [
    {
      role: 'assistant',
      content: tools.map(({ callId, tool, arguments: input }) => ({
        type: 'tool-call',
        toolCallId: callId,
        toolName: tool,
        input,
      })),
    },
    {
      role: 'tool',
      content: tools.map(({ callId, tool, result, error }) => ({
        type: 'tool-result',
        toolCallId: callId,
        toolName: tool,
        output: { type: 'text', value: error ?? JSON.stringify(result) },
      })),
    },
  ];
}

function sourcesOf(facts: TurnFacts, tools: ToolSet, steps: readonly GeneratedStep[]): ReplySources {
  const uses = steps.flatMap((step) => step.tools);
  const prompt = promptOf(facts);
  return {
    known: [
      prompt.facts,
      facts.settings.instruction,
      answeringShift(facts.settings, facts.now).instruction,
      ...wordsOf(facts.lines, 'ours'),
      ...uses.map(({ result }) => JSON.stringify(result)),
    ].join('\n'),
    fromContact: wordsOf(facts.lines, 'contact').join('\n'),
    doneTools: new Set(
      uses.filter(({ result }) => isDone(result)).flatMap(({ tool }) => [tool, ...kindOf(tool, facts)]),
    ),
    ownVisits: facts.visits,
    instructions: prompt.rules,
    toolNames: Object.keys(tools),
    names: [
      ...textsIn({ title: facts.title, business: facts.business, client: facts.client }),
      ...facts.visits.flatMap((visit) => visit.split(/[:,] /u)),
      ...uses.flatMap(({ result }) => textsIn(result)),
    ],
    language: facts.language,
    isClinic: facts.settings.plugins.medflex !== null,
  };
}

/** Names of deeds that a function of the owner's stands for: a system of theirs was changed, or was looked into. */
function kindOf(tool: string, { settings: { plugins } }: TurnFacts): string[] {
  const { writes, reads } = restToolsByKind(plugins.rest ?? { calls: [] });
  if (writes.includes(tool)) return [REST_WRITE, REST_READ];
  return reads.includes(tool) ? [REST_READ] : [];
}

const isDone = (result: unknown) =>
  typeof result === 'object' && result !== null && 'ok' in result && result.ok === true;

type Ending = Pick<Composed, 'outcome' | 'handoffReason' | 'requested' | 'reply' | 'fileIds' | 'isTemporary'>;

/** @param findings of the last reply */
function endingOf(
  results: readonly GenerateResult[],
  { requested, fileIds }: Noted,
  findings: readonly CheckFinding[],
): Ending {
  const last = results.at(-1);
  const none = { requested: null, reply: null, fileIds: [], isTemporary: false };
  if (requested) return { ...none, outcome: 'handed_over', handoffReason: 'asked', requested, fileIds };
  if (!last?.isOk) {
    const trouble = last?.trouble;
    if (trouble === 'balance' || trouble === 'no_model') return { ...none, outcome: 'silent', handoffReason: trouble };
    const isTemporary = trouble === 'unavailable' || trouble === 'timeout' || trouble === 'aborted';
    return { ...none, outcome: 'failed', handoffReason: 'model', isTemporary };
  }
  if (findings.length > 0) return { ...none, outcome: 'handed_over', handoffReason: 'checks' };
  return { ...none, outcome: 'answered', handoffReason: null, reply: last.text.trim(), fileIds };
}

const toCall = ({ tool, arguments: input, result, error }: ToolUse) => ({ tool, arguments: input, result, error });

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** The model's reply, or a sentence of ours where it has none that may be sent; null: nothing is sent. */
export function sentWords(
  composed: Pick<Composed, 'outcome' | 'handoffReason' | 'requested' | 'reply' | 'isClosed'>,
  language: Language,
): string | null {
  const { outcome, handoffReason, requested, reply, isClosed } = composed;
  if (reply !== null) return reply;
  if (requested) return requested.notice?.answer ?? text(language, handedOver(isClosed));
  if (outcome === 'silent') return null;
  return text(language, handoffReason === 'checks' ? 'reply.unsure' : 'reply.failed');
}

/** The words for a contact whose talk a person gets now, or when the work hours begin. */
export const handedOver = (isClosed: boolean) => (isClosed ? 'reply.handed_over_closed' : 'reply.handed_over');

/** The last messages of the contact, as one text. */
export function questionOf({ lines }: Pick<TurnFacts, 'lines'>): string {
  const start = lines.findLastIndex(({ side }) => side === 'ours') + 1;
  return lines
    .slice(start)
    .map((line) => line.text)
    .join('\n');
}
