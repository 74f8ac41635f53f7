import { listFlowRows } from '#server/flows/storage/reads.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import { FLOW_TEMPLATES } from '#contract/flow-template-catalogue.ts';
import type { addFlowFromTemplate, FlowTemplateCard, listFlowTemplates } from '#contract/flow-templates.ts';
import type { Flow } from '#contract/flows.ts';
import { TEMPLATE_TYPES } from '#contract/flow-words.ts';
import { connectedKinds } from '#server/connections/actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { type TenantScope, withTenant } from '#server/platform/db.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { createFlow } from '#server/flows/editing/actions.ts';
import { loadNeeds, missingIn } from '#server/flows/editing/flow-guards.ts';
import { newSettings } from '#server/flows/defaults/new-settings.ts';
import { doesTheSame, exampleOf, forSource, readySettings, readyTitle } from './ready-made.ts';

/** The cards of the gallery: each ready-made flow with an example, and the flows that already do the same. */
export async function listTemplateCards(
  ctx: Pick<Context, 'clock'>,
  scope: TenantScope,
  { source }: QueryOf<typeof listFlowTemplates>,
): Promise<ReplyOf<typeof listFlowTemplates>> {
  const tenant = await getTenant(scope);
  const flows = await listFlowRows(scope);
  const needs = await loadNeeds(scope);
  const now = ctx.clock.now();
  const offered = TEMPLATE_TYPES.filter((type) => {
    const { sources } = FLOW_CATALOGUE[FLOW_TEMPLATES[type].kind];
    return source === undefined || sources.includes(source);
  });
  const templates = offered.map((type): FlowTemplateCard => {
    const { kind, trades } = FLOW_TEMPLATES[type];
    const { goal, sources } = FLOW_CATALOGUE[kind];
    const made = flows.filter((flow) => doesTheSame(type, flow));
    return {
      type,
      kind,
      goal,
      trades: [...trades],
      sources: [...sources],
      title: readyTitle(type, tenant.customerLanguage),
      example: exampleOf(type, tenant, now),
      made: made.map((flow) => {
        const { id, title, status, mode } = flow;
        return { id, title, status, mode, missing: missingIn(flow, 'combat', needs) };
      }),
    };
  });
  return { templates, connectedKinds: await connectedKinds(scope) };
}

/** Creates a flow from a ready-made one: working, in test mode. */
export async function addFromTemplate(
  ctx: MemberContext,
  { templateType, source }: BodyOf<typeof addFlowFromTemplate>,
): Promise<Flow> {
  const { kind, delayMinutes } = FLOW_TEMPLATES[templateType];
  const ready = await withTenant(ctx.db, ctx.tenantId, async (scope) => {
    const { customerLanguage } = await getTenant(scope);
    const usual = await newSettings(
      scope,
      { kind, ...(delayMinutes !== undefined && { delayMinutes }) },
      customerLanguage,
    );
    const settings = readySettings(templateType, usual, customerLanguage);
    const kinds = await connectedKinds(scope);
    return {
      title: readyTitle(templateType, customerLanguage),
      settings: source ? forSource(kind, settings, source, kinds) : settings,
    };
  });
  return createFlow(ctx, { kind, ...ready });
}
