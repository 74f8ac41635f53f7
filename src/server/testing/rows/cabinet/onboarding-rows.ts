type Ids = Record<'flowId' | 'assistantId', string> & { at: Temporal.Instant };

/** A row of each table of the way into the product. */
export function onboardingRows({ flowId, assistantId, at }: Ids) {
  return {
    quick_starts: {
      kind: 'general',
      goal: 'reminders',
      flow_id: flowId,
      assistant_id: assistantId,
      start_when: 'plan',
      starts_at: at,
      updated_at: at,
    },
  };
}
