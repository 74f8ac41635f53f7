import type { BodyOf } from '#contract/endpoint.ts';
import type { createFlow, FlowSettings } from '#contract/flows/calls.ts';
import type { Language } from '#contract/primitives.ts';
import { listTemplates, listUsableChannels } from '#server/channels/storage/actions.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { defaultSettings, templatesOf, type WindowedChannel } from './default-rules.ts';

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
