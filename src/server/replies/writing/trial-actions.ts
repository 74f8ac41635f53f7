import { randomUUIDv7 } from 'node:crypto';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { tryReplyWidget } from '#contract/replies/calls.ts';
import type { ModelContext } from '#server/models/port.ts';
import type { MemberContext } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { chooseRule, chooseTemplate, isApproved } from '#server/replies/deciding/choosing-rules.ts';
import { fillTemplate, signed } from '#server/replies/deciding/filling-rules.ts';
import { countTemplates } from '#server/replies/storage/reply-queries.ts';
import { composeReview, modelOf } from './composing-actions.ts';
import { factsOfPasted } from './facts-reads.ts';

// NOTE: a process: it calls a model after a transaction.

/** Writes the reply of unsaved settings to a review. Nothing is stored or sent. */
export async function tryWidget(
  ctx: MemberContext & ModelContext,
  { settings, review }: BodyOf<typeof tryReplyWidget>,
): Promise<ReplyOf<typeof tryReplyWidget>> {
  const { tenantId } = ctx;
  const { facts, model } = await withTenant(ctx, tenantId, async (scope) => ({
    facts: await factsOfPasted(scope, review),
    model: await modelOf(scope),
  }));
  const chosen = chooseRule(settings, facts);
  const nothing = { rule: null, way: null, text: null, needsApproval: true, findings: [] };
  if (!chosen) return { ...nothing, reason: 'no_rule' };
  const { rule, number } = chosen;
  const isAutomatic = isApproved(settings, facts.stars);
  const usual = { rule: number, way: rule.way, needsApproval: !isAutomatic, findings: [] };
  const reason = isAutomatic ? null : ('low_stars' as const);
  if (rule.way === 'templates') {
    const uses = await withTenant(ctx, tenantId, (scope) => countTemplates(scope, rule.id));
    const template = chooseTemplate(rule.templates, uses) ?? '';
    return { ...usual, text: signed(fillTemplate(template, facts), settings.signature), reason };
  }
  if (!model) return { ...usual, text: null, needsApproval: true, reason: 'model_failed' };
  const key = `review-trial:${randomUUIDv7()}`;
  const composed = await composeReview(ctx, { tenantId, key, purpose: 'trial', model, facts, preferences: settings });
  if (composed.outcome === 'failed') return { ...usual, text: null, needsApproval: true, reason: 'model_failed' };
  const text = signed(composed.text, settings.signature);
  if (composed.outcome === 'written') return { ...usual, text, reason };
  const findings = composed.findings.map(({ quote }) => quote);
  return { ...usual, text, needsApproval: true, reason: 'unfit', findings };
}
