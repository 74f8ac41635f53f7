import type { BodyOf } from '#contract/endpoint.ts';
import type { createFlow, FlowSettings, FlowTemplate } from '#contract/flows.ts';
import type { Language } from '#contract/primitives.ts';
import { listTemplates, listUsableChannels } from '#server/channels/actions.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { defaultSettings } from './default-settings.ts';
import { proposedTemplates } from '#server/texts/template-rules.ts';

/** The kind's default settings, with the WhatsApp template that clearly belongs to it. */
export async function newSettings(
  scope: TenantScope,
  { kind, delayMinutes }: Pick<BodyOf<typeof createFlow>, 'kind' | 'delayMinutes'>,
  language: Language,
): Promise<FlowSettings> {
  const settings = defaultSettings(kind, language, delayMinutes);
  const templates: FlowTemplate[] = [];
  for (const { id, traits } of await listUsableChannels(scope)) {
    if (traits.windowHours !== null) templates.push(...proposedTemplates(kind, id, await listTemplates(scope, id)));
  }
  return { ...settings, content: { ...settings.content, templates } };
}
