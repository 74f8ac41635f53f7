import { randomUUID } from 'node:crypto';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/replies/calls.ts';
import { type ReplyWidget, ReplyWidgetId } from '#contract/replies/calls.ts';
import { MAX_REPLY_WIDGETS, type ReplyState } from '#contract/replies/values.ts';
import { aiReviewsLeft } from '#server/billing/ai-review-actions.ts';
import { listModels } from '#server/models/reads.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { countReplies } from '#server/replies/storage/reply-queries.ts';
import {
  findWidget,
  insertWidget,
  listWidgets,
  lockWidgets,
  updateWidget,
} from '#server/replies/storage/widget-queries.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { newSettings } from './new-settings.ts';

type Counted = ReplyOf<typeof contract.listReplyWidgets>['widgets'][number]['counts'];

/** Lists the widgets with what they have done, and what the quota still has. */
export async function listReplyWidgets(scope: ActionScope): Promise<ReplyOf<typeof contract.listReplyWidgets>> {
  const counts = await countReplies(scope);
  const widgets = (await listWidgets(scope)).map((widget) => ({ ...widget, counts: countsOf(counts, widget.id) }));
  return { widgets, ...(await readMeans(scope)) };
}

/** @throws {Problem} `reply_widget.not_found` */
export async function getReplyWidget(
  scope: ActionScope,
  id: ReplyWidgetId,
): Promise<ReplyOf<typeof contract.getReplyWidget>> {
  const widget = await requireWidget(scope, id);
  return { widget: { ...widget, counts: countsOf(await countReplies(scope), id) }, ...(await readMeans(scope)) };
}

async function readMeans(scope: ActionScope) {
  const { brand } = await getTenant(scope);
  return { quota: { left: await aiReviewsLeft(scope) }, hasModel: listModels(scope.config, brand).length > 0 };
}

function countsOf(counts: Awaited<ReturnType<typeof countReplies>>, id: ReplyWidgetId): Counted {
  const sum = (...states: ReplyState[]) =>
    counts
      .filter(({ widgetId, state }) => widgetId === id && states.includes(state))
      .reduce((total, { count }) => total + count, 0);
  return {
    waiting: sum('waiting'),
    approval: sum('approval'),
    ready: sum('ready'),
    failed: sum('failed'),
    done: sum('sent', 'placed'),
  };
}

/** Adds a widget with the usual rules, switched off. @throws {Problem} `reply_widget.limit_reached` */
export async function createReplyWidget(
  scope: ActionScope,
  { title }: BodyOf<typeof contract.createReplyWidget>,
): Promise<ReplyWidget> {
  await lockWidgets(scope);
  if ((await listWidgets(scope)).length >= MAX_REPLY_WIDGETS)
    throw new Problem('reply_widget.limit_reached', { most: MAX_REPLY_WIDGETS });
  const { customerLanguage } = await getTenant(scope);
  const id = newId(ReplyWidgetId);
  const usual = newSettings(customerLanguage);
  const mark = randomUUID().slice(0, 8);
  // NOTE: templates are used in turn by rule, so that rules of two widgets have different ids
  const settings = { ...usual, rules: usual.rules.map((rule) => ({ ...rule, id: `${rule.id}-${mark}` })) };
  await insertWidget(scope, { id, title, settings }, scope.clock.now());
  await announce(scope, 'replies');
  return requireWidget(scope, id);
}

/** @throws {Problem} `reply_widget.not_found`, `reply_widget.changed_meanwhile` */
export async function saveReplyWidget(
  scope: ActionScope,
  id: ReplyWidgetId,
  { title, settings, baseVersion }: BodyOf<typeof contract.saveReplyWidget>,
): Promise<ReplyWidget> {
  const widget = await requireWidget(scope, id, { isLocked: true });
  if (widget.version !== baseVersion) throw new Problem('reply_widget.changed_meanwhile');
  return change(scope, id, { title, settings });
}

/** @throws {Problem} `reply_widget.not_found` */
export async function switchReplyWidget(
  scope: ActionScope,
  id: ReplyWidgetId,
  isEnabled: boolean,
): Promise<ReplyWidget> {
  const widget = await requireWidget(scope, id, { isLocked: true });
  return widget.isEnabled === isEnabled ? widget : change(scope, id, { isEnabled });
}

async function change(
  scope: ActionScope,
  id: ReplyWidgetId,
  to: Parameters<typeof updateWidget>[2],
): Promise<ReplyWidget> {
  await updateWidget(scope, id, to, scope.clock.now());
  await announce(scope, 'replies');
  return requireWidget(scope, id);
}

/** @throws {Problem} `reply_widget.not_found` */
export async function requireWidget(
  scope: ActionScope,
  id: ReplyWidgetId,
  { isLocked = false } = {},
): Promise<ReplyWidget> {
  const widget = await findWidget(scope, id, { isLocked });
  if (!widget) throw new Problem('reply_widget.not_found');
  return widget;
}
