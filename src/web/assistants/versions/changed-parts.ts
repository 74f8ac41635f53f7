import type { AssistantVersion } from '#contract/assistants/calls.ts';

type Saved = Pick<AssistantVersion, 'title' | 'settings'>;

/** Parts of the settings as people know them, and their values. */
const PARTS = {
  title: ({ title }: Saved) => title,
  language: ({ settings }: Saved) => settings.language,
  instruction: ({ settings }: Saved) => settings.instruction,
  model: ({ settings }: Saved) => [settings.model, settings.temperature],
  hours: ({ settings }: Saved) => settings.workHours,
  summary: ({ settings }: Saved) => settings.morningSummary,
  places: ({ settings }: Saved) => [settings.channelIds, settings.branchIds, settings.quietSeconds],
  booking: ({ settings }: Saved) => [settings.plugins.yclients_salon, settings.plugins.altegio_salon],
  appointments: ({ settings }: Saved) => settings.plugins.medflex,
  handoff: ({ settings }: Saved) => settings.plugins.human_handoff,
  files: ({ settings }: Saved) => settings.plugins.send_file,
  follow_ups: ({ settings }: Saved) => settings.plugins.follow_up,
  flower_shop: ({ settings }: Saved) => settings.plugins.flower_shop,
  rest: ({ settings }: Saved) => settings.plugins.rest,
} as const;

type PartName = keyof typeof PARTS;
const NAMES = Object.keys(PARTS) as PartName[]; // NOTE: the keys of a plain object of this type

/** The parts that differ between two saves, in the order of the form. */
export function changedParts(one: Saved, other: Saved): PartName[] {
  return NAMES.filter((name) => JSON.stringify(PARTS[name](one)) !== JSON.stringify(PARTS[name](other)));
}
