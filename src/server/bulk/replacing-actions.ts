import { findFlowForUpdate } from '#server/flows/storage/reads.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import { mayBeProperty } from '#contract/integrations/event-properties.ts';
import type * as contract from '#contract/flows/texts.ts';
import type { TextReplacement } from '#contract/texts/replacements.ts';
import { FlowSettings } from '#contract/flows/calls.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import { readCursor, toCursor } from '#server/platform/values/cursor.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { listApiEventProperties } from '#server/integrations/actions.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { outcomeOf } from './changing-actions.ts';
import { FlowsAfter, listFlowsWithText } from '#server/flows/listing/list-reads.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { textsOf, withTexts } from './place-rules.ts';
import { readFound } from '#server/texts/replacing/replacing-reads.ts';
import { brokenIn, changesIn, refusalOfChanges } from '#server/texts/replacing/replacing-rules.ts';
import { saveVersion } from '#server/flows/versions/version-actions.ts';

/** Flows that contain a text, with the changes that a replacement would make; newest first. */
export async function findTexts(
  scope: TenantScope,
  { cursor, limit, status, kind, mode, search, ...replacement }: BodyOf<typeof contract.findFlowTexts>,
): Promise<ReplyOf<typeof contract.findFlowTexts>> {
  const filter = { status, kind, mode, search };
  const isOwnOf = await ownNames(scope);
  const page = await readFound(
    { after: readCursor(cursor, FlowsAfter.created), limit },
    (after, most) => listFlowsWithText(scope, { text: replacement.find, filter, after, limit: most }),
    (flow) => {
      const changes = changesIn(textsOf(flow), replacement, { isOwn: isOwnOf(flow) });
      const { id: flowId, title, status: flowStatus, kind: flowKind, mode: flowMode, version } = flow;
      return changes.length > 0
        ? { flowId, title, status: flowStatus, kind: flowKind, mode: flowMode, version, changes }
        : undefined;
    },
  );
  return { items: page.items, nextCursor: page.after && toCursor(page.after) };
}

/** Returns, for each flow, whether a name in its text is a property of the API events that the flow is about. */
async function ownNames(scope: TenantScope): Promise<(flow: StoredFlow) => (name: string) => boolean> {
  const properties = await listApiEventProperties(scope);
  return ({ kind, settings: { conditions } }) =>
    (name) =>
      flowKind(kind).hasEventProperties && mayBeProperty(name, conditions, properties);
}

/** Replaces a text in the chosen places of many flows. Each flow succeeds or fails alone and gets a new version. */
export async function replaceTexts(
  scope: MemberScope,
  { flows, ...replacement }: BodyOf<typeof contract.replaceFlowTexts>,
): Promise<ReplyOf<typeof contract.replaceFlowTexts>> {
  const outcomes: ReplyOf<typeof contract.replaceFlowTexts>['outcomes'] = [];
  const isOwnOf = await ownNames(scope);
  for (const { flowId, ...request } of flows.toSorted((a, b) => (a.flowId < b.flowId ? -1 : 1))) {
    const flow = await findFlowForUpdate(scope, flowId);
    let version = flow?.version ?? 0;
    const outcome = await outcomeOf(flowId, flow?.title ?? '', async () => {
      if (!flow || flow.isDeleted) throw new Problem('flow.not_found');
      version = await replaceIn(scope, flow, { ...request, replacement, isOwn: isOwnOf(flow) });
    });
    outcomes.push({ ...outcome, version });
  }
  await announce(scope, 'flows');
  return { outcomes };
}

type FlowReplacement = {
  baseVersion: number;
  paths: readonly string[];
  replacement: TextReplacement;
  isOwn: (name: string) => boolean;
};

async function replaceIn(
  scope: MemberScope,
  flow: StoredFlow,
  { baseVersion, paths, replacement, isOwn }: FlowReplacement,
): Promise<number> {
  if (baseVersion !== flow.version) throw new Problem('flow.changed_meanwhile', { version: flow.version });
  const changes = changesIn(textsOf(flow), replacement, { isOwn }).filter(({ path }) => paths.includes(path));
  const refusal = refusalOfChanges(changes);
  if (refusal) throw new Problem(`flow.${refusal}`, { paths: brokenIn(changes) });
  const changed = withTexts(flow, new Map(changes.map(({ path, after }) => [path, after])));
  const settings = FlowSettings.safeParse(changed.settings);
  if (!settings.success) throw new Problem('flow.text_refused', { paths: changes.map(({ path }) => path) });
  return saveVersion(scope, flow, { title: changed.title.trim(), settings: settings.data });
}
