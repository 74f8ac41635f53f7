/** The steps of the editor, in order. */
export const STEPS = ['message', 'when', 'who', 'send'] as const;
export type Step = (typeof STEPS)[number];

/** The step a field of the form belongs to, so that an error can be shown where it is. */
export function stepOfField(path: string): Step {
  if (path.startsWith('settings.timing')) return 'when';
  if (path.startsWith('settings.conditions') || path.startsWith('settings.options')) return 'who';
  if (
    path.startsWith('settings.channelIds') ||
    path.startsWith('settings.passOnMinutes') ||
    path.startsWith('testPhones')
  )
    return 'send';
  return 'message';
}
