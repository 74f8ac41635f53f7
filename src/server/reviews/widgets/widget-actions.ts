import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import {
  type listReviewWidgets as listCall,
  type ReviewWidget,
  ReviewWidgetId,
  type ReviewWidgetSettings,
  type saveReviewWidget as saveCall,
} from '#contract/reviews/widgets.ts';
import { targetLimits } from '#server/links/link-actions.ts';
import { refusalOfTarget } from '#server/links/target-rules.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { newId } from '#server/platform/values/ids.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { normalisePhone, type Tenant } from '#server/tenants/rules.ts';
import { defaultsOf } from './actions.ts';
import { reviewAddressOf } from './map-rules.ts';
import { reviewToken } from '#server/reviews/storage/tokens.ts';
import {
  findWidgetOf,
  insertWidget,
  listOpenBranches,
  listWidgets,
  removeWidget,
  type StoredWidget,
  updateWidget,
} from './widget-queries.ts';

/** Lists the review pages; that of all branches is there even when nobody has saved it. */
export async function listReviewWidgets(scope: ActionScope): Promise<ReplyOf<typeof listCall>> {
  const tenant = await getTenant(scope);
  const stored = await listWidgets(scope);
  const widgets = stored.map((widget) => describe(scope, tenant, widget));
  const isSaved = stored.some(({ branchId }) => branchId === null);
  return {
    widgets: isSaved ? widgets : [unsaved(tenant, await defaultsOf(scope)), ...widgets],
    branches: await listOpenBranches(scope),
  };
}

/**
 * Saves the page of a branch, or of all branches.
 *
 * @throws {Problem} `review_widget.changed_meanwhile` when another member saved meanwhile, `branch.not_found`,
 *   `request.invalid` at the address of a map that is none of the service, or that no link may lead to
 */
export async function saveReviewWidget(scope: ActionScope, body: BodyOf<typeof saveCall>): Promise<ReviewWidget> {
  const { branchId, baseVersion } = body;
  if (branchId && !(await listOpenBranches(scope)).some(({ id }) => id === branchId))
    throw new Problem('branch.not_found');
  const tenant = await getTenant(scope);
  const written = { ...body, settings: withPhones(withReviewAddresses(scope, body.settings), tenant) };
  const stored = await findWidgetOf(scope, branchId);
  const now = scope.clock.now();
  const isSaved = stored
    ? await updateWidget(scope, { id: stored.id, baseVersion }, written, now)
    : baseVersion === 0 && (await insertWidget(scope, newId(ReviewWidgetId), written, now));
  if (!isSaved) throw new Problem('review_widget.changed_meanwhile');
  await announce(scope, 'reviews');
  const saved = await findWidgetOf(scope, branchId);
  if (!saved) throw new Error('A saved page was not found');
  return describe(scope, tenant, saved);
}

/** Removes the page of a branch. @throws {Problem} `review_widget.not_found`, also for the page of all branches */
export async function deleteReviewWidget(scope: ActionScope, id: ReviewWidgetId): Promise<void> {
  if (!(await removeWidget(scope, id))) throw new Problem('review_widget.not_found');
  await announce(scope, 'reviews');
}

function withReviewAddresses({ config }: ActionScope, settings: ReviewWidgetSettings): ReviewWidgetSettings {
  const limits = targetLimits(config);
  const hints = Object.entries(settings.hints).map(([name, ofClass]) => [name, [...new Set(ofClass)]]);
  const maps = settings.maps.map(({ service, url }, index) => {
    const address = reviewAddressOf(service, url);
    const refusal = address === null ? 'url' : refusalOfTarget(address, limits);
    // NOTE: a short link of ours is no loop here, because it does not lead back to the page of reviews by itself.
    if (address === null || (refusal && refusal !== 'target_loop'))
      throw wrongField(`settings.maps.${index}.url`, refusal ?? 'url');
    return { service, url: address };
  });
  return { ...settings, maps, hints: Object.fromEntries(hints) as ReviewWidgetSettings['hints'] }; // NOTE: the same keys
}

/** @throws {Problem} `request.invalid` at what is no phone */
function withPhones(settings: ReviewWidgetSettings, { countryId }: Tenant): ReviewWidgetSettings {
  const read = (name: 'notifyPhone' | 'answerPhone') => {
    const typed = settings[name];
    const phone = typed && normalisePhone(typed, countryId);
    if (typed !== null && !phone) throw wrongField(`settings.${name}`, 'phone');
    return phone || null;
  };
  return { ...settings, notifyPhone: read('notifyPhone'), answerPhone: read('answerPhone') };
}

function describe(
  scope: Pick<ActionScope, 'vault' | 'config'>,
  tenant: Tenant,
  { updatedAt, ...widget }: StoredWidget,
): ReviewWidget {
  const token = reviewToken(scope, tenant.id, { kind: 'widget', id: widget.id });
  return {
    ...widget,
    link: `${originOfBrand(scope.config, tenant.brand)}/review/b/${token}`,
    updatedAt: updatedAt.toString(),
  };
}

function unsaved(tenant: Tenant, settings: ReviewWidgetSettings): ReviewWidget {
  return {
    id: null,
    name: tenant.name.slice(0, 80),
    branchId: null,
    branchTitle: null,
    isOn: true,
    settings,
    version: 0,
    link: null,
    updatedAt: null,
  };
}
