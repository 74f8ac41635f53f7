/** The steps of the editor, in order. */
export const STEPS = ['who', 'what', 'when', 'check'] as const;
export type Step = (typeof STEPS)[number];

export function isStep(name: unknown): name is Step {
  return STEPS.some((step) => step === name);
}

/** The step a field of the form belongs to, so that an error can be shown where it is. */
export function stepOfField(path: string): Step {
  if (path.startsWith('settings.timing')) return 'when';
  const isContent = ['settings.content', 'settings.experiment', 'settings.channelIds', 'testPhones'].some((one) =>
    path.startsWith(one),
  );
  return isContent ? 'what' : 'who';
}
