import type { ScriptKey, ScriptStep } from '#contract/chatbots/scripts.ts';
import type { BranchId } from '#contract/connections/calls.ts';
import type { TextContent } from '#contract/texts/calls.ts';
import { branchTail, type ScriptAnswer, scriptAnswerId } from './answer-id-rules.ts';
import type { ScriptBot } from './trigger-rules.ts';

/** A branch that a contact may choose. */
export type ChoosableBranch = { id: BranchId; title: string };

/** A message of a run, before its variables are filled. */
export type RunMessage = {
  texts: TextContent['texts'];
  buttons: readonly { id: string; title: string }[];
  /** Known by then; null: not yet. */
  branchId: BranchId | null;
};

/** The place where a run stops. */
export type RunEnd =
  | { kind: 'menu'; stepId: ScriptKey }
  /** `stepId`: the step that comes then; null: none. */
  | { kind: 'waiting'; stepId: ScriptKey | null; seconds: number }
  | { kind: 'person'; reason: string }
  | { kind: 'assistant' | 'ended' };

export type Run = { messages: RunMessage[]; end: RunEnd; branchId: BranchId | null };

type Walk = Pick<ScriptBot, 'id' | 'steps'>;
type From = { stepId: ScriptKey | null; branchId: BranchId | null; branches: readonly ChoosableBranch[] };

/** Steps of one run; a bot that is on has no circle without a stop. */
const MOST_STEPS = 100;

/** Goes through the steps up to the next stop. A step that is not there ends the run. */
export function runFrom(bot: Walk, { stepId, branchId: known, branches }: From): Run {
  const messages: RunMessage[] = [];
  let branchId = known;
  let step = stepOf(bot, stepId);
  for (let count = 0; step && count < MOST_STEPS; count++) {
    if (step.kind === 'branch' && branches.length < 2) branchId = branches[0]?.id ?? branchId;
    const message = messageOf(bot, step, branches);
    if (message) messages.push({ ...message, branchId });
    const end = endOf(bot, step, branches);
    if (end) return { messages, end, branchId };
    step = step.kind === 'go' ? stepOf(bot, step.stepId) : stepAfter(bot, step);
  }
  return { messages, end: { kind: 'ended' }, branchId };
}

function messageOf(
  { id }: Walk,
  step: ScriptStep,
  branches: readonly ChoosableBranch[],
): Omit<RunMessage, 'branchId'> | null {
  switch (step.kind) {
    case 'message':
      return {
        texts: step.texts,
        buttons: step.buttons.map((button) => ({ id: scriptAnswerId(id, button.id), title: button.title })),
      };
    case 'branch':
      if (branches.length < 2) return null;
      return {
        texts: step.texts,
        buttons: branches.map((branch) => ({ id: scriptAnswerId(id, step.id, branch.id), title: branch.title })),
      };
    case 'person':
      return step.texts && { texts: step.texts, buttons: [] };
    default:
      return null;
  }
}

function endOf(bot: Walk, step: ScriptStep, branches: readonly ChoosableBranch[]): RunEnd | null {
  switch (step.kind) {
    case 'message':
      return step.buttons.length > 0 ? { kind: 'menu', stepId: step.id } : null;
    case 'branch':
      return branches.length < 2 ? null : { kind: 'menu', stepId: step.id };
    case 'wait':
      return { kind: 'waiting', stepId: stepAfter(bot, step)?.id ?? null, seconds: step.seconds };
    case 'person':
      return { kind: 'person', reason: step.reason };
    case 'assistant':
      return { kind: 'assistant' };
    case 'end':
      return { kind: 'ended' };
    case 'go':
      return null;
  }
}

/** The first step of a bot. */
export const firstStep = ({ steps }: Pick<Walk, 'steps'>): ScriptKey | null => steps[0]?.id ?? null;

function stepOf({ steps }: Pick<Walk, 'steps'>, id: ScriptKey | null): ScriptStep | undefined {
  return id === null ? undefined : steps.find((step) => step.id === id);
}

export function stepAfter({ steps }: Pick<Walk, 'steps'>, step: ScriptStep): ScriptStep | undefined {
  return steps[steps.indexOf(step) + 1];
}

/** The step that asked by a button, and the one the button leads to; undefined where the owner removed it. */
export function answeredStep(
  bot: Pick<Walk, 'steps'>,
  { key, branchTail: tail }: Pick<ScriptAnswer, 'key' | 'branchTail'>,
  branches: readonly ChoosableBranch[],
): { menuStepId: ScriptKey; stepId: ScriptKey | null; branchId: BranchId | null } | undefined {
  for (const step of bot.steps) {
    if (step.kind === 'message') {
      const button = step.buttons.find(({ id }) => id === key);
      if (button) return { menuStepId: step.id, stepId: button.stepId, branchId: null };
    }
    if (step.kind === 'branch' && step.id === key) {
      const branch = branches.find(({ id }) => branchTail(id) === tail);
      return branch && { menuStepId: step.id, stepId: stepAfter(bot, step)?.id ?? null, branchId: branch.id };
    }
  }
  return undefined;
}
