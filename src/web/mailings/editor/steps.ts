import type { Mailing } from '#contract/mailings/calls.ts';

/** The steps of the editor, in order. */
const STEPS = ['who', 'what', 'when', 'check'] as const;
export type Step = (typeof STEPS)[number];

/** The steps of a mailing: only a draft is checked. */
export const stepsOf = ({ status }: Pick<Mailing, 'status'>): Step[] =>
  STEPS.filter((step) => step !== 'check' || status === 'none');

/** The step a field of the form belongs to, so that an error can be shown where it is. */
export function stepOfField(path: string): Step {
  if (path.startsWith('settings.timing')) return 'when';
  const isContent = ['settings.content', 'settings.experiment', 'settings.channelIds', 'testPhones'].some((one) =>
    path.startsWith(one),
  );
  return isContent ? 'what' : 'who';
}
