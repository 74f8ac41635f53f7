import { listFlowRows } from '#server/flows/storage/reads.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import { FLOW_TEMPLATES } from '#contract/gallery/catalogue.ts';
import type { addFlowFromTemplate, FlowTemplateCard, listFlowTemplates } from '#contract/gallery/calls.ts';
import type { Flow } from '#contract/flows/calls.ts';
import { TEMPLATE_TYPES } from '#contract/flows/values.ts';
import { connectedKinds } from '#server/connections/storage/actions.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import { getMemberLanguage } from '#server/auth/sign-in/actions.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { createFlow } from '#server/flows/editing/actions.ts';
import { loadNeeds, missingIn } from '#server/flows/editing/guard-actions.ts';
import { loadWindowedChannels, newSettings } from '#server/flows/defaults/new-settings-reads.ts';
import { doesTheSame, exampleOf, forSource, readySettings, readyTitle } from './rules.ts';

/** The cards of the gallery: each ready-made flow with an example, and the flows that already do the same. */
export async function listTemplateCards(
  scope: MemberScope,
  { source }: QueryOf<typeof listFlowTemplates>,
): Promise<ReplyOf<typeof listFlowTemplates>> {
  const tenant = await getTenant(scope);
  const language = await getMemberLanguage(scope, scope.memberId);
  const flows = await listFlowRows(scope);
  const needs = await loadNeeds(scope);
  const now = scope.clock.now();
  const channels = await loadWindowedChannels(scope);
  const offered = TEMPLATE_TYPES.filter((type) => {
    const { sources } = flowKind(FLOW_TEMPLATES[type].kind);
    return source === undefined || sources.includes(source);
  });
  const templates = offered.map((type): FlowTemplateCard => {
    const { kind, trades } = FLOW_TEMPLATES[type];
    const { goal, sources } = flowKind(kind);
    const made = flows.filter((flow) => doesTheSame(type, flow));
    return {
      type,
      kind,
      goal,
      trades: [...trades],
      sources: [...sources],
      title: readyTitle(type, language),
      example: exampleOf(type, tenant, { now, channels }),
      made: made.map((flow) => {
        const { id, title, status, mode, attention } = flow;
        return { id, title, status, mode, attention, missing: missingIn(flow, 'combat', needs) };
      }),
    };
  });
  return { templates, connectedKinds: await connectedKinds(scope), hasWindow: channels.length > 0 };
}

/** Creates a flow from a ready-made one: working, in test mode. */
export async function addFromTemplate(
  scope: MemberScope,
  { templateType, source }: BodyOf<typeof addFlowFromTemplate>,
): Promise<Flow> {
  const { kind, delayMinutes } = FLOW_TEMPLATES[templateType];
  const { customerLanguage } = await getTenant(scope);
  const usual = await newSettings(
    scope,
    { kind, ...(delayMinutes !== undefined && { delayMinutes }) },
    customerLanguage,
  );
  const ready = readySettings(templateType, usual, customerLanguage);
  const kinds = await connectedKinds(scope);
  const settings = source ? forSource(kind, ready, source, kinds) : ready;
  return createFlow(scope, {
    kind,
    title: readyTitle(templateType, await getMemberLanguage(scope, scope.memberId)),
    settings,
  });
}
