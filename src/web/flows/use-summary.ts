import type { FlowKind, FlowSettings } from '#contract/flows.ts';
import { useChannels } from '#web/channels/use-channels.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { flowSentences } from './flow-sentence.ts';
import { useConditionChoices } from '#web/audiences/use-condition-choices.ts';

/** Says what a flow will do, one sentence a part: read together they are the whole of it. */
export function useSummary(): (kind: FlowKind, settings: FlowSettings) => string[] {
  const t = useTexts();
  const format = useFormat();
  const channels = useChannels();
  const { nameOf, currency } = useConditionChoices();
  const titles = new Map<string, string>((channels.data ?? []).map(({ id, title }) => [id, title]));
  return (kind, settings) => flowSentences(kind, settings, { t, format, currency, nameOf, channels: titles });
}
