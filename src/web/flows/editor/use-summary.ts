import type { FlowKind, FlowSettings } from '#contract/flows/calls.ts';
import { useChannels } from '#web/channels/use-channels.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { flowSentences } from './flow-sentence.ts';
import { useConditionChoices } from '#web/audiences/use-condition-choices.ts';

/** Returns a function that describes a flow, one sentence per part. */
export function useSummary(): (kind: FlowKind, settings: FlowSettings) => string[] {
  const t = useTexts();
  const format = useFormat();
  const channels = useChannels();
  const { nameOf, currency } = useConditionChoices();
  const titles = new Map<string, string>((channels.data ?? []).map(({ id, title }) => [id, title]));
  return (kind, settings) => flowSentences(kind, settings, { t, format, currency, nameOf, channels: titles });
}
