import { variableValues } from '#server/subjects/value-rules.ts';
import type { ConnectionKind } from '#contract/connections/calls.ts';
import { flowKind, isForOwner } from '#contract/flows/kinds.ts';
import { FLOW_TEMPLATES } from '#contract/gallery/catalogue.ts';
import type { FlowTemplateCard, TemplateType } from '#contract/gallery/calls.ts';
import type { FlowConditions } from '#contract/audiences/calls.ts';
import type { FlowKind, FlowSettings } from '#contract/flows/calls.ts';
import { Language } from '#contract/primitives.ts';
import type { Tenant } from '#server/tenants/rules.ts';
import { defaultSettings } from '#server/flows/defaults/default-rules.ts';
import { defaultTitle, hasOwnText, readyMadeText, readyMadeTitle } from '#server/flows/defaults/text-rules.ts';
import { exampleReport, reportValues } from '#server/reports/value-rules.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { exampleFor } from '#server/flows/preview/example-rules.ts';
import { exampleSum } from '#server/subjects/example-rules.ts';
import { exampleTexts } from '#server/subjects/text-rules.ts';
import { writeContent } from '#server/texts/content/content-rules.ts';
import { previewOf } from '#server/texts/content/preview-rules.ts';
import { templatesOf } from '#server/flows/defaults/default-rules.ts';

/** Shown in place of a contact's own link. */
const EXAMPLE_REVIEW_URL = 'https://app.frontdesk.example/review/…';

/** The title of a flow created from a ready-made one. */
export function readyTitle(type: TemplateType, language: Language): string {
  if (hasOwnText(type)) return readyMadeTitle(type, language);
  const { kind, delayMinutes } = FLOW_TEMPLATES[type];
  return defaultTitle(kind, delayMinutes ?? flowKind(kind).delay.usual, language);
}

/** A kind's default settings, adapted to the purpose of the ready-made flow. */
export function readySettings(type: TemplateType, usual: FlowSettings, language: Language): FlowSettings {
  const { conditions, delayMinutes = usual.timing.delayMinutes } = FLOW_TEMPLATES[type];
  const settings = {
    ...usual,
    conditions: conditions ?? usual.conditions,
    timing: { ...usual.timing, delayMinutes },
  };
  if (!hasOwnText(type)) return settings;
  const others = Language.options
    .filter((other) => other !== language)
    .map((other) => [other, readyMadeText(type, other)]);
  const texts = { default: readyMadeText(type, language), ...Object.fromEntries(others) };
  return { ...settings, content: { ...settings.content, texts } };
}

/** Restricts a flow created from a system's gallery to that system, in a cabinet with several systems that the flow could follow. */
export function forSource(
  kind: FlowKind,
  settings: FlowSettings,
  source: ConnectionKind,
  connected: readonly ConnectionKind[],
): FlowSettings {
  const { sources, conditions } = flowKind(kind);
  const possible = connected.filter((one) => sources.includes(one));
  const isChoice = possible.length > 1 && possible.includes(source) && conditions.includes('source');
  if (!isChoice) return settings;
  const only = { field: 'source' as const, isNot: false, values: [source] };
  const [group = { match: 'all' as const, conditions: [] }] = settings.conditions.groups;
  const groups = [{ ...group, conditions: [...group.conditions, only] }];
  return { ...settings, conditions: { ...settings.conditions, groups } };
}

/** Whether a flow does what the ready-made one would: same kind, same delay, overlapping statuses. */
export function doesTheSame(type: TemplateType, { kind, settings }: Pick<StoredFlow, 'kind' | 'settings'>): boolean {
  const entry = FLOW_TEMPLATES[type];
  if (kind !== entry.kind) return false;
  const { delayMinutes, conditions } = entry;
  if (delayMinutes !== undefined && settings.timing.delayMinutes !== delayMinutes) return false;
  if (!conditions) return true;
  return (['order_status', 'delivery_kind'] as const).every((field) => {
    const [wanted, present] = [valuesOf(conditions, field), valuesOf(settings.conditions, field)];
    return wanted.length === 0 || present.length === 0 || wanted.every((value) => present.includes(value));
  });
}

/** The values that the conditions on a field require; negated conditions are left out. */
function valuesOf({ groups }: FlowConditions, field: 'order_status' | 'delivery_kind'): string[] {
  const conditions = groups.flatMap((group) => group.conditions);
  return conditions.flatMap((one) => (one.field === field && 'values' in one && !one.isNot ? one.values : []));
}

/**
 * The message that a contact would read, with invented values: as written, and with the words of the template that a
 * new flow would have.
 */
export function exampleOf(
  type: TemplateType,
  tenant: Tenant,
  { now, channels }: { now: Temporal.Instant; channels: Parameters<typeof templatesOf>[1] },
): FlowTemplateCard['example'] {
  const { kind } = FLOW_TEMPLATES[type];
  const language = tenant.customerLanguage;
  const settings = readySettings(type, defaultSettings(kind, language), language);
  const subject = exampleFor({ kind, settings }, tenant, { language, now });
  const { clientName, offerTitle } = exampleTexts(language);
  const words = {
    ...subject.words,
    clientName,
    oldStartsAt: subject.startsAt.subtract({ hours: 24 }),
    visitsCount: 10,
    spent: 5 * exampleSum(tenant.currency),
    offerTitles: [offerTitle],
    businessName: tenant.name,
    reviewUrl: () => EXAMPLE_REVIEW_URL,
    ignoreLink: () => null,
    ...(isForOwner(kind) && {
      own: reportValues({
        report: exampleReport(subject.startsAt, tenant.timeZone, flowKind(kind).subject === 'week' ? 7 : 1),
        currency: subject.words.currency,
      }),
    }),
  };
  const knownTemplates = channels.flatMap(({ id, templates }) => templates.map((one) => ({ ...one, channelId: id })));
  const written = writeContent(
    { ...settings.content, templates: templatesOf(kind, channels) },
    {
      values: (one) => variableValues(words, one),
      subject,
      customerLanguage: language,
      cabinetLanguage: language,
      isTest: false,
      attachment: null,
      knownTemplates,
    },
  );
  const { text, buttons, template } = previewOf(written, knownTemplates, channels[0]?.id);
  return {
    text,
    buttons: buttons.map(({ title }) => title),
    template: template && { name: template.name, text: template.text, buttons: template.buttons },
  };
}
