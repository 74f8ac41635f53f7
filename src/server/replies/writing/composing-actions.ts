import type { ModelChoice, ModelPurpose } from '#contract/models/values.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { generate } from '#server/models/generating-actions.ts';
import type { GenerateResult, ModelContext } from '#server/models/port.ts';
import { usualModel } from '#server/models/reads.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { instructionsOf, messageOf, type ReviewFacts } from '#server/replies/deciding/prompt-rules.ts';
import { checkWording, type WordingFinding } from '#server/replies/deciding/wording-rules.ts';
import { getTenant } from '#server/tenants/actions.ts';
import type { Preferences } from './facts-reads.ts';

/** A whole reply, both attempts. */
const REPLY_MS = 100_000;
const OUTPUT_TOKENS = 700;
/** Replies are alike, and should not be the same. */
const TEMPERATURE = 0.6;

export type Composed =
  | { outcome: 'written'; text: string }
  /** Both texts break a rule; `text` is the last one, for a person to mend. */
  | { outcome: 'unfit'; text: string; findings: WordingFinding[] }
  /** @property isLasting another attempt would end the same */
  | { outcome: 'failed'; isLasting: boolean };

/** The work of a model: a review, and how it is replied to. */
export type Composing = {
  tenantId: TenantId;
  /** The reply, or a trial. */
  key: string;
  purpose: ModelPurpose;
  model: ModelChoice;
  facts: ReviewFacts;
  preferences: Preferences;
  signal?: AbortSignal;
};

/** Has a model write a reply; a text that breaks a rule is written once more. The deployment pays for the model. */
export async function composeReview(ctx: ModelContext, task: Composing): Promise<Composed> {
  const signal = AbortSignal.any([AbortSignal.timeout(REPLY_MS), ...(task.signal ? [task.signal] : [])]);
  let findings: WordingFinding[] = [];
  let text = '';
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const instructions = instructionsOf(task.facts, task.preferences, findings);
    const result = await write(ctx, task, { instructions, signal });
    if (!result.isOk) return failureOf(result);
    text = result.text.trim();
    findings = checkWording(text, task.facts, { settings: task.preferences, instructions });
    if (findings.length === 0) return { outcome: 'written', text };
  }
  return { outcome: 'unfit', text, findings };
}

async function write(
  ctx: ModelContext,
  { tenantId, key, purpose, model, facts }: Composing,
  { instructions, signal }: { instructions: string; signal: AbortSignal },
): Promise<GenerateResult> {
  return generate(ctx, {
    tenantId,
    model,
    purpose,
    key,
    instructions,
    messages: [{ role: 'user', content: messageOf(facts) }],
    temperature: TEMPERATURE,
    maxOutputTokens: OUTPUT_TOKENS,
    signal,
    reserve: false,
  });
}

const LASTING: ReadonlySet<string> = new Set(['no_model', 'refused', 'nonsense']);

const failureOf = ({ trouble }: Extract<GenerateResult, { isOk: false }>): Composed => ({
  outcome: 'failed',
  isLasting: LASTING.has(trouble),
});

/** The model that writes for the cabinet's brand; null: none is configured. */
export async function modelOf(scope: TenantScope & Pick<ActionScope, 'config'>): Promise<ModelChoice | null> {
  return usualModel(scope.config, (await getTenant(scope)).brand)?.choice ?? null;
}
