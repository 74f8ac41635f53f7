import type { ReplyWidget, ReviewReplyId } from '#contract/replies/calls.ts';
import type { ReplyRule } from '#contract/replies/settings.ts';
import type { ReplyReason } from '#contract/replies/values.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { spendAiReviews } from '#server/billing/ai-review-actions.ts';
import { hasAbility } from '#server/billing/entitlement-reads.ts';
import type { ModelContext } from '#server/models/port.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';
import { chooseRule, chooseTemplate, isApproved } from '#server/replies/deciding/choosing-rules.ts';
import { fillTemplate, signed } from '#server/replies/deciding/filling-rules.ts';
import type { ReviewFacts } from '#server/replies/deciding/prompt-rules.ts';
import { writeReplyJob } from '#server/replies/jobs.ts';
import { countTemplates, lockReply, type StoredReply, updateReply } from '#server/replies/storage/reply-queries.ts';
import { findWidget, listWidgets } from '#server/replies/storage/widget-queries.ts';
import { type Composed, type Composing, composeReview, modelOf } from './composing-actions.ts';
import { readFacts } from './facts-reads.ts';
import { changeReply, publish, returnQuota } from './settling-actions.ts';

// NOTE: a process: it calls a model between transactions.

/** A model that cannot be reached is called again so often, after so many minutes. */
const MAX_ATTEMPTS = 3;
const RETRY_MINUTES = 5;

/** Writes a reply that is due: by a template, or by a model. Run twice, it writes once. */
export async function writeReply(
  ctx: Context & ModelContext,
  { tenantId, replyId }: { tenantId: TenantId; replyId: ReviewReplyId },
  signal?: AbortSignal,
): Promise<void> {
  const task = await withTenant(ctx, tenantId, (scope) => beginWriting(scope, replyId));
  if (!task) return;
  const composed = await composeReview(ctx, { ...task, ...(signal && { signal }) });
  if (signal?.aborted) throw new Error('The worker stops');
  await withTenant(ctx, tenantId, (scope) => endWriting(scope, replyId, { composed, facts: task.facts }));
}

/** Does all that needs no model. @returns the work of the model; null: nothing is left to do */
async function beginWriting(scope: ActionScope, id: ReviewReplyId): Promise<Composing | null> {
  const reply = await lockReply(scope, { id });
  if (reply?.state !== 'waiting') return null;
  if (isAfter(reply.dueAt, scope.clock.now())) {
    await enqueue(scope, writeReplyJob, { tenantId: scope.tenantId, replyId: id }, { runAt: reply.dueAt });
    return null;
  }
  const { facts, isAnswered } = await readFacts(scope, reply);
  const found = isAnswered ? ({ state: 'answered', reason: null } as const) : await findRule(scope, reply, facts);
  if ('state' in found) {
    await returnQuota(scope, reply);
    await changeReply(scope, id, found);
    return null;
  }
  const { widget, rule } = found;
  await updateReply(scope, id, { widgetId: widget.id, ruleId: rule.id }, scope.clock.now());
  if (rule.way === 'templates') {
    await writeByTemplate(scope, reply, { widget, rule, facts });
    return null;
  }
  if (!(await hasAbility(scope, 'review_replies', scope.clock.now())))
    return leaveToPerson(scope, reply, { widget, rule, facts, reason: 'tariff' });
  const model = await modelOf(scope);
  if (!model) return leaveToPerson(scope, reply, { widget, rule, facts, reason: 'model_failed' });
  if (!reply.isCounted && (await spendAiReviews(scope, 1)) === 0)
    return leaveToPerson(scope, reply, { widget, rule, facts, reason: 'quota' });
  await updateReply(scope, id, { isCounted: true }, scope.clock.now());
  return {
    tenantId: scope.tenantId,
    key: `review-reply:${id}`,
    purpose: 'review_reply',
    model,
    facts,
    preferences: widget.settings,
  };
}

type Ended = { state: 'answered' | 'rejected' | 'approval'; reason: ReplyReason | null };

/**
 * The rule that writes a reply. Of a review of our own page: that of the first widget that is on and takes it. A pasted
 * review, and one that a member asks for, keep their widget, and need a person where no rule takes them.
 */
async function findRule(
  scope: ActionScope,
  { widgetId, reviewId, isRewrite }: StoredReply,
  facts: ReviewFacts,
): Promise<{ widget: ReplyWidget; rule: ReplyRule } | Ended> {
  const isOwn = reviewId !== null && !isRewrite;
  const widgets = isOwn
    ? (await listWidgets(scope)).filter(({ isEnabled }) => isEnabled)
    : [await findWidget(scope, widgetId)].filter((one) => one !== undefined);
  if (widgets.length === 0) return { state: 'rejected', reason: 'switched_off' };
  for (const widget of widgets) {
    const chosen = chooseRule(widget.settings, facts);
    if (chosen) return { widget, rule: chosen.rule };
  }
  return { state: isOwn ? 'rejected' : 'approval', reason: 'no_rule' };
}

type Writing = { widget: ReplyWidget; rule: ReplyRule; facts: ReviewFacts };

async function writeByTemplate(scope: ActionScope, reply: StoredReply, writing: Writing): Promise<void> {
  const { widget, rule, facts } = writing;
  const template = chooseTemplate(rule.templates, await countTemplates(scope, rule.id));
  if (template === null) return changeReply(scope, reply.id, { state: 'approval', reason: 'no_rule' });
  await updateReply(scope, reply.id, { way: 'templates', ruleId: rule.id, template }, scope.clock.now());
  return settle(scope, reply, { widget, facts, text: fillTemplate(template, facts) });
}

/** A person decides, beside a template of the rule where it has one. */
async function leaveToPerson(
  scope: ActionScope,
  reply: StoredReply,
  { widget, rule, facts, reason }: Writing & { reason: ReplyReason },
): Promise<null> {
  const template = chooseTemplate(rule.templates, await countTemplates(scope, rule.id));
  await changeReply(scope, reply.id, {
    state: 'approval',
    reason,
    ruleId: rule.id,
    template,
    way: template === null ? null : 'templates',
    text: template === null ? '' : signed(fillTemplate(template, facts), widget.settings.signature),
  });
  return null;
}

/** Publishes a text, or asks a person first. */
async function settle(
  scope: ActionScope,
  reply: StoredReply,
  { widget, facts, text }: { widget: ReplyWidget; facts: ReviewFacts; text: string },
): Promise<void> {
  const whole = signed(text, widget.settings.signature);
  const reason = approvalReason(reply, widget, facts);
  if (reason) return changeReply(scope, reply.id, { state: 'approval', reason, text: whole });
  return publish(scope, reply, { text: whole, memberId: null });
}

function approvalReason(
  { isRewrite }: StoredReply,
  { settings }: ReplyWidget,
  { stars }: ReviewFacts,
): ReplyReason | null {
  if (isRewrite) return 'rewritten';
  return isApproved(settings, stars) ? null : 'low_stars';
}

/** Uses what the model wrote, unless a person decided meanwhile. */
async function endWriting(
  scope: ActionScope,
  id: ReviewReplyId,
  { composed, facts }: { composed: Composed; facts: ReviewFacts },
): Promise<void> {
  const reply = await lockReply(scope, { id });
  if (!reply) return;
  const widget = await findWidget(scope, reply.widgetId);
  if (reply.state !== 'waiting' || !widget) return returnQuota(scope, reply);
  if (composed.outcome === 'written') {
    await updateReply(scope, id, { way: 'model', template: null }, scope.clock.now());
    return settle(scope, reply, { widget, facts, text: composed.text });
  }
  if (composed.outcome === 'failed' && !composed.isLasting && reply.attempts + 1 < MAX_ATTEMPTS) {
    const dueAt = scope.clock.now().add({ minutes: RETRY_MINUTES });
    await updateReply(scope, id, { attempts: reply.attempts + 1, dueAt }, scope.clock.now());
    return enqueue(scope, writeReplyJob, { tenantId: scope.tenantId, replyId: id }, { runAt: dueAt });
  }
  await returnQuota(scope, reply);
  if (composed.outcome === 'unfit') {
    const text = signed(composed.text, widget.settings.signature);
    return changeReply(scope, id, { state: 'approval', reason: 'unfit', way: 'model', text });
  }
  const chosen = chooseRule(widget.settings, facts);
  if (!chosen) return changeReply(scope, id, { state: 'approval', reason: 'model_failed' });
  await leaveToPerson(scope, reply, { widget, facts, rule: chosen.rule, reason: 'model_failed' });
}
