import type { ModelChoice } from '#contract/models/values.ts';
import type { Language } from '#contract/primitives.ts';
import type { ChecklistItem } from '#contract/quality/checklists.ts';
import type { SpokenLine } from '#contract/quality/talks.ts';
import type { CaseTrouble } from '#contract/quality/values.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { generate } from '#server/models/generating-actions.ts';
import type { ModelContext, ModelTrouble } from '#server/models/port.ts';
import { findPaid } from '#server/models/reads.ts';
import { withTenant } from '#server/platform/database/db.ts';
import type { NewVerdict, WaitingCase } from './case-queries.ts';
import { isTooLong } from './cost-rules.ts';
import { masking } from './masking-rules.ts';
import { groupItems, shareOf } from './order-rules.ts';
import { type Finding, judgingInstructions, judgingMessage, judgingOutput } from './prompt-rules.ts';
import { itemsOfPart } from './score-rules.ts';
import {
  type NumberedItem,
  type CheckedVerdict,
  checkVerdicts,
  type SentLine,
  unclearVerdict,
} from './verdict-rules.ts';

// NOTE: a process: it calls models between short transactions.

export type Judging = {
  tenantId: TenantId;
  model: ModelChoice;
  language: Language;
  one: WaitingCase;
  /** Lines of the whole talk. */
  lines: readonly SpokenLine[];
  items: readonly ChecklistItem[];
  /** Items whose verdicts are stored. */
  judged: ReadonlySet<string>;
  signal: AbortSignal;
};

/** Why no more cases can be judged now. */
export type JudgingStop = 'balance' | 'no_model' | 'unavailable';

export type JudgedCase =
  | { kind: 'judged' }
  | { kind: 'failed'; trouble: CaseTrouble }
  | { kind: 'stop'; stop: JudgingStop };

/** The outcome of a group of items: stored at once, so that it is paid once. */
export type JudgedGroup = { verdicts: NewVerdict[]; costMicroUsd: number };

/**
 * Judges a case group by group.
 *
 * @param store keeps the verdicts of a group with what they cost, before the next group is judged
 */
export async function judgeCase(
  ctx: ModelContext,
  judging: Judging,
  store: (group: JudgedGroup) => Promise<void>,
): Promise<JudgedCase> {
  const { one, lines } = judging;
  const part = lines.slice(one.fromLine, one.toLine + 1);
  if (!part.some(({ side, text }) => (side === 'employee' || side === 'bot') && text.trim() !== ''))
    return { kind: 'failed', trouble: 'no_words' };
  if (isTooLong(one.characters)) return { kind: 'failed', trouble: 'too_long' };
  const { mask, unmask } = masking();
  const sent = part.map((line, index) => ({
    number: one.fromLine + index + 1,
    side: line.side,
    speaker: line.speaker,
    text: mask(line.text),
  }));
  const groups = groupItems(one.id, itemsOfPart(judging.items, one));
  for (const [index, group] of groups.entries()) {
    const missing = group.filter(({ id }) => !judging.judged.has(id));
    if (missing.length === 0) continue;
    const result = await judgeGroup(ctx, judging, { key: `${one.id}:${index}`, items: missing, sent });
    if (result.kind === 'stop') return result;
    if (result.kind === 'failed') {
      await store({ verdicts: [], costMicroUsd: result.costMicroUsd });
      return result;
    }
    const verdicts = result.verdicts.map((verdict) => placed(verdict, lines, unmask));
    await store({ verdicts, costMicroUsd: result.costMicroUsd });
  }
  return { kind: 'judged' };
}

function placed(
  { line, quote, comment, ...verdict }: CheckedVerdict,
  lines: readonly SpokenLine[],
  unmask: (text: string) => string,
): NewVerdict {
  const index = line === null ? null : line - 1;
  return {
    ...verdict,
    quote: quote === null ? null : unmask(quote),
    comment: unmask(comment),
    line: index,
    second: index === null ? null : (lines[index]?.from ?? null),
  };
}

type Group = { key: string; items: readonly ChecklistItem[]; sent: readonly (SentLine & { speaker: string })[] };
type GroupResult =
  | { kind: 'verdicts'; verdicts: CheckedVerdict[]; costMicroUsd: number }
  | { kind: 'failed'; trouble: CaseTrouble; costMicroUsd: number }
  | { kind: 'stop'; stop: JudgingStop };

/** A group is asked, and what was not accepted is asked once more. */
const ROUNDS = 2;

async function judgeGroup(ctx: ModelContext, judging: Judging, { key, items, sent }: Group): Promise<GroupResult> {
  let open: NumberedItem[] = items.map((item, index) => ({ number: index + 1, item }));
  let findings: Finding[] = [];
  let trouble: CaseTrouble | null = null;
  let costMicroUsd = 0;
  const verdicts: CheckedVerdict[] = [];
  for (let round = 0; round < ROUNDS && open.length > 0; round += 1) {
    const message = messageOf(open, items, { sent, findings, mark: markOf(judging.one.id, sent) });
    const answer = await requestVerdicts(ctx, judging, { key: `${key}:${round}`, message, round });
    if (answer.kind === 'stop') return answer;
    costMicroUsd += answer.costMicroUsd;
    trouble = answer.trouble;
    if (trouble === 'refused') break;
    if (trouble) continue;
    const checked = checkVerdicts(open, answer.verdicts, sent);
    verdicts.push(...checked.accepted);
    ({ findings } = checked);
    open = open.filter(({ number }) => findings.some(({ item }) => item === number));
  }
  if (trouble && verdicts.length === 0) return { kind: 'failed', trouble, costMicroUsd };
  return { kind: 'verdicts', verdicts: [...verdicts, ...open.map(unclearVerdict)], costMicroUsd };
}

function messageOf(
  open: readonly NumberedItem[],
  items: readonly ChecklistItem[],
  { sent, findings, mark }: { sent: Group['sent']; findings: readonly Finding[]; mark: string },
): string {
  const listed = open.flatMap(({ number }) => {
    const item = items[number - 1];
    return item ? [{ number, item }] : [];
  });
  return judgingMessage(sent, listed, { mark, findings });
}

/** A fence that a writer of the talk cannot know. */
function markOf(caseId: string, sent: readonly SentLine[]): string {
  const digits = Math.floor(shareOf(`${caseId}:${sent.length}`) * 2 ** 32).toString(36);
  return `talk-${digits}`;
}

const OUTPUT_TOKENS = 1_500;

type Answered =
  | { kind: 'answer'; verdicts: Parameters<typeof checkVerdicts>[1]; trouble: CaseTrouble | null; costMicroUsd: number }
  | { kind: 'stop'; stop: JudgingStop };

/**
 * Asks the model. An answer that was paid and lost, because the process ended before it was stored, is asked for again at the
 * operator's expense.
 */
async function requestVerdicts(
  ctx: ModelContext,
  { tenantId, model, language, one, signal }: Judging,
  { key, message, round }: { key: string; message: string; round: number },
): Promise<Answered> {
  const paid = one.attempts > 0 ? await withTenant(ctx, tenantId, (scope) => findPaid(scope, key)) : null;
  const result = await generate(ctx, {
    tenantId,
    model,
    purpose: 'quality',
    key,
    instructions: judgingInstructions(language),
    messages: [{ role: 'user', content: message }],
    temperature: 0,
    seed: round,
    maxOutputTokens: OUTPUT_TOKENS,
    output: judgingOutput,
    signal,
    reserve: paid === null,
  });
  signal.throwIfAborted();
  const costMicroUsd = paid ?? result.costMicroUsd;
  if (result.isOk) {
    const verdicts = result.output?.verdicts ?? [];
    return { kind: 'answer', verdicts, trouble: null, costMicroUsd };
  }
  const stop = stopOf(result.trouble);
  if (stop) return { kind: 'stop', stop };
  return { kind: 'answer', verdicts: [], trouble: result.trouble === 'refused' ? 'refused' : 'nonsense', costMicroUsd };
}

function stopOf(trouble: ModelTrouble): JudgingStop | null {
  if (trouble === 'balance' || trouble === 'no_model') return trouble;
  return trouble === 'timeout' || trouble === 'unavailable' || trouble === 'aborted' ? 'unavailable' : null;
}
