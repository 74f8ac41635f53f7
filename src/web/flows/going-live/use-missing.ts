import type { TemplateMedia } from '#contract/channels/calls.ts';
import type { FlowToFill } from '#contract/flows/to-fill.ts';
import type { Flow, FlowSettings } from '#contract/flows/calls.ts';
import { useChannels } from '#web/channels/use-channels.ts';
import { type Missing, missingIn } from './missing.ts';
import { useOwnNames } from '#web/flows/editor/use-own-names.ts';
import { useTestPhones } from '#web/texts/use-test-phones.ts';

/** Missing settings of the flow being edited; empty until channels and numbers are loaded. */
export function useMissing(
  { kind, mode, toFill }: Flow,
  values: { settings: FlowSettings; testPhones: string; settled: readonly FlowToFill[] },
  templateLacks: TemplateMedia | null,
): Missing[] {
  const channels = useChannels();
  const own = useTestPhones();
  const { isOwn } = useOwnNames(kind, values.settings.conditions);
  if (!channels.data || !own.data) return [];
  const known = {
    kind,
    mode,
    testPhones: values.testPhones,
    ownTestPhones: own.data,
    channels: channels.data,
    templateLacks,
    toFill: toFill.filter((what) => !values.settled.includes(what)),
    isOwn,
  };
  return missingIn(values.settings, known);
}
