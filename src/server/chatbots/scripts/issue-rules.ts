import type { Script, ScriptIssue, ScriptKey, ScriptStep } from '#contract/chatbots/scripts.ts';
import { isOptOutWord } from '#server/contacts/book/opt-out-word-rules.ts';
import { foldWords } from './trigger-rules.ts';

/** Lists the reasons for which a bot cannot be on. */
export function issuesOf({ triggers, steps }: Script): ScriptIssue[] {
  const known = new Set(steps.map(({ id }) => id));
  const leadsNowhere = triggers.some(({ stepId }) => stepId !== null && !known.has(stepId));
  return [
    ...when(triggers.length === 0, 'no_trigger'),
    ...when(steps.length === 0, 'no_step'),
    ...when(leadsNowhere, 'step_missing'),
    ...when(
      triggers.some((trigger) => 'words' in trigger && trigger.words.some(isOptOutWord)),
      'stop_word',
    ),
    ...when(isRepeated(steps.flatMap(keysOf)), 'step_repeated'),
    ...steps.flatMap((step, n) => [
      ...when(
        targetsOf(step).some((id) => id === null || !known.has(id)),
        'step_missing',
        n,
      ),
      ...when(titlesOf(step).some(isOptOutWord), 'stop_word', n),
      ...when(isRepeated(titlesOf(step).map(foldWords)), 'step_repeated', n),
      ...when(isInCircle(steps, step), 'endless_steps', n),
    ]),
  ];
}

function when(isSo: boolean, code: ScriptIssue['code'], step: number | null = null): ScriptIssue[] {
  return isSo ? [{ code, step }] : [];
}

const isRepeated = (names: readonly string[]) => new Set(names).size < names.length;

function keysOf(step: ScriptStep): ScriptKey[] {
  return step.kind === 'message' ? [step.id, ...step.buttons.map(({ id }) => id)] : [step.id];
}

function titlesOf(step: ScriptStep): string[] {
  return step.kind === 'message' ? step.buttons.map(({ title }) => title) : [];
}

/** The steps that a step names. */
function targetsOf(step: ScriptStep): (ScriptKey | null)[] {
  if (step.kind === 'go') return [step.stepId];
  return step.kind === 'message' ? step.buttons.map(({ stepId }) => stepId) : [];
}

/** Whether a step comes again after itself, with no answer of the contact and no pause between. */
function isInCircle(steps: readonly ScriptStep[], step: ScriptStep): boolean {
  const passed = new Set<ScriptStep>();
  for (let next = onward(steps, step); next && !passed.has(next); next = onward(steps, next)) {
    if (next === step) return true;
    passed.add(next);
  }
  return false;
}

/** The step that comes by itself. A question about the branch may be left out, so that it is no stop. */
function onward(steps: readonly ScriptStep[], step: ScriptStep): ScriptStep | undefined {
  switch (step.kind) {
    case 'go':
      return steps.find(({ id }) => id === step.stepId);
    case 'message':
      return step.buttons.length > 0 ? undefined : steps[steps.indexOf(step) + 1];
    case 'branch':
      return steps[steps.indexOf(step) + 1];
    default:
      return undefined;
  }
}
