import type { ClinicSetup } from '#contract/onboarding/clinic.ts';

/** Returns the step that comes next. With one WhatsApp account there is nothing to choose. */
export function stepOf({
  branches,
  channels,
  reminder,
  startsOn,
}: Pick<ClinicSetup, 'branches' | 'channels' | 'reminder' | 'startsOn'>): ClinicSetup['step'] {
  if (branches.length === 0) return 'connect';
  const isChosen = branches.every(({ channelId }) => channels.some(({ id }) => id === channelId));
  if (channels.length === 0 || (channels.length > 1 && !isChosen)) return 'whatsapp';
  if (reminder === null) return 'text';
  return reminder.isLive || startsOn !== null ? 'done' : 'start';
}
