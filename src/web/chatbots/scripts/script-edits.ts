import type { Script, ScriptKey, ScriptStep, ScriptTrigger } from '#contract/chatbots/scripts.ts';

/** A key that no step and no button has. */
export function newKey(steps: readonly ScriptStep[]): ScriptKey {
  const used = new Set(steps.flatMap((step) => [step.id, ...buttonsOf(step).map(({ id }) => id)]));
  for (;;) {
    const key = crypto.randomUUID().replaceAll('-', '').slice(0, 8);
    if (!used.has(key)) return key;
  }
}

const buttonsOf = (step: ScriptStep) => (step.kind === 'message' ? step.buttons : []);

/** A new step of a kind, as it is added. */
export function newStep(kind: ScriptStep['kind'], id: ScriptKey): ScriptStep {
  switch (kind) {
    case 'message':
      return { id, kind, texts: { default: '' }, buttons: [] };
    case 'branch':
      return { id, kind, texts: { default: '' } };
    case 'wait':
      return { id, kind, seconds: 60 };
    case 'go':
      return { id, kind, stepId: null };
    case 'person':
      return { id, kind, texts: null, reason: '' };
    case 'assistant':
    case 'end':
      return { id, kind };
  }
}

/** Monday to Friday, 10:00 to 20:00. */
const USUAL_HOURS = { weekdays: [1, 2, 3, 4, 5], fromMinute: 600, untilMinute: 1_200 };

export function newTrigger(kind: ScriptTrigger['kind']): ScriptTrigger {
  if (kind === 'words' || kind === 'button') return { kind, words: [], stepId: null };
  return kind === 'outside_hours' ? { kind, hours: USUAL_HOURS, stepId: null } : { kind, stepId: null };
}

/** Removes a step; what led to it leads nowhere then. */
export function withoutStep({ triggers, steps }: Script, id: ScriptKey): Script {
  const left = (target: ScriptKey | null) => (target === id ? null : target);
  return {
    triggers: triggers.map((trigger) => ({ ...trigger, stepId: left(trigger.stepId) })),
    steps: steps.filter((step) => step.id !== id).map((step) => leadingBy(step, left)),
  };
}

function leadingBy(step: ScriptStep, left: (target: ScriptKey | null) => ScriptKey | null): ScriptStep {
  if (step.kind === 'go') return { ...step, stepId: left(step.stepId) };
  if (step.kind !== 'message') return step;
  return { ...step, buttons: step.buttons.map((button) => ({ ...button, stepId: left(button.stepId) })) };
}

/** Moves a step by one place. */
export function movedStep(steps: readonly ScriptStep[], from: number, to: number): ScriptStep[] {
  const moved = [...steps];
  const [step] = moved.splice(from, 1);
  if (step) moved.splice(to, 0, step);
  return moved;
}
