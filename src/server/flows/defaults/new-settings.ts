import type { ChannelId, ChannelTemplate } from '#contract/channels.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { flowKind } from '#contract/flow-kinds.ts';
import type { TextTemplate } from '#contract/texts.ts';
import type { createFlow, FlowKind, FlowSettings } from '#contract/flows.ts';
import type { Language } from '#contract/primitives.ts';
import { listTemplates, listUsableChannels } from '#server/channels/actions.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { defaultSettings } from './default-settings.ts';
import { proposedTemplates } from '#server/texts/template-rules.ts';

/** A channel that allows free text only within a window, with its templates. */
type WindowedChannel = { id: ChannelId; templates: ChannelTemplate[] };

/** The kind's default settings, with the WhatsApp template that clearly belongs to it. */
export async function newSettings(
  scope: TenantScope,
  { kind, delayMinutes }: Pick<BodyOf<typeof createFlow>, 'kind' | 'delayMinutes'>,
  language: Language,
): Promise<FlowSettings> {
  const settings = defaultSettings(kind, language, delayMinutes);
  const templates = templatesOf(kind, await loadWindowedChannels(scope));
  return { ...settings, content: { ...settings.content, templates } };
}

/** Loads the channels that need templates, in one query for each. */
export async function loadWindowedChannels(scope: TenantScope): Promise<WindowedChannel[]> {
  const channels: WindowedChannel[] = [];
  for (const { id, traits } of await listUsableChannels(scope)) {
    if (traits.windowHours !== null) channels.push({ id, templates: await listTemplates(scope, id) });
  }
  return channels;
}

/** The templates of a new flow of a kind. */
export function templatesOf(kind: FlowKind, channels: readonly WindowedChannel[]): TextTemplate[] {
  return channels.flatMap(({ id, templates }) => proposedTemplates(flowKind(kind).template, id, templates));
}
