import type { TemplateLimits } from '#contract/channels/kind.ts';
import type { ChannelId } from '#contract/channels/calls.ts';
import { nameProblems, placeCount, type TemplateProblem, templateProblems } from '#contract/templates/rules.ts';
import type { MessageTemplate, TemplateDraftId } from '#contract/templates/calls.ts';
import { getChannelForSending, putTemplates, type SendingChannel } from '#server/channels/storage/actions.ts';
import type { ProviderTemplate, TemplateOrder, TemplateOutcome, TemplateWriting } from '#server/channels/port.ts';
import { recordDeleted, recordSubmitted } from '#server/channels/storage/template-actions.ts';
import { listTemplatesNamed, type StoredTemplate } from '#server/channels/storage/template-reads.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { fileUrl } from '#server/platform/context/file-address.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { listFiles } from '#server/texts/attachments/reads.ts';
import { deleteDraft, type StoredDraft, updateDraft } from './draft-queries.ts';
import { recordDeletion, recordEdit } from './history-queries.ts';
import { editingNow, getMessageTemplate, listBlockedNames, requireDraft, type TemplateServices } from './reads.ts';
import { isSameText } from './rules.ts';

// NOTE: a process: it calls an outside service between transactions.

type Submitting = Context & TemplateServices & { tenantId: TenantId };

/** A draft to submit, its channel, and the template it changes. */
type Submission = {
  draft: StoredDraft;
  channel: SendingChannel;
  limits: TemplateLimits;
  writing: TemplateWriting;
  order: TemplateOrder;
  changed: StoredTemplate | null;
};

/**
 * Submits a template for review. A lost answer, or a refusal of one that was accepted before, is settled by reading the
 * provider's list: the same words under the same name are this template.
 */
export async function submitTemplateDraft(ctx: Submitting, draftId: TemplateDraftId): Promise<MessageTemplate> {
  const submission = await withTenant(ctx, ctx.tenantId, (scope) => prepare(scope, draftId));
  const outcome = await submit(submission);
  const settled = outcome.kind === 'done' ? outcome : await settle(ctx, submission, outcome);
  return withTenant(ctx, ctx.tenantId, (scope) => finish(scope, submission, settled));
}

type SubmittingScope = ActionScope & TemplateServices;

async function prepare(scope: SubmittingScope, draftId: TemplateDraftId): Promise<Submission> {
  const draft = await requireDraft(scope, draftId);
  const channel = await requireWritable(scope, draft.channelId);
  const named = await listTemplatesNamed(scope, draft.channelId, draft.name);
  const same = named.find(({ language, status }) => language === draft.language && !isGone(status)) ?? null;
  const problems = [
    ...(draft.isChange ? [] : await newNameProblems(scope, draft, channel.limits, same)),
    ...templateProblems(draft.parts, channel.limits),
  ];
  if (problems.length > 0) throw new Problem('template.invalid', { problems });
  const changed = draft.isChange ? same : null;
  if (draft.isChange) {
    const { rule, from } = changed ? await editingNow(scope, changed) : { rule: 'status', from: null };
    if (rule) throw new Problem('template.edit_not_allowed', { rule, from: from?.toString() ?? null });
  }
  return { draft, ...channel, order: await orderOf(scope, draft), changed };
}

const isGone = (status: string) => status === 'deleted' || status === 'pending_deletion';

async function newNameProblems(
  scope: ActionScope,
  { channelId, name }: StoredDraft,
  limits: TemplateLimits,
  same: StoredTemplate | null,
): Promise<TemplateProblem[]> {
  const blocked = (await listBlockedNames(scope)).some((one) => one.channelId === channelId && one.name === name);
  return [
    ...nameProblems(name, limits),
    ...(same ? [{ field: 'name', fault: 'name_taken' as const }] : []),
    ...(blocked ? [{ field: 'name', fault: 'name_blocked' as const }] : []),
  ];
}

async function requireWritable(
  scope: SubmittingScope,
  channelId: ChannelId,
): Promise<Pick<Submission, 'channel' | 'limits' | 'writing'>> {
  const channel = await getChannelForSending(scope, channelId);
  if (!channel) throw new Problem('channel.not_found');
  const writing = scope.providers.get(channel.kind)?.templates;
  const limits = channel.traits.templates;
  if (!limits || !writing) throw new Problem('template.not_offered');
  return { channel, limits, writing };
}

async function orderOf(scope: ActionScope, draft: StoredDraft): Promise<TemplateOrder> {
  const { name, language, category } = draft;
  const { header, body, examples, footer, buttons } = draft.parts;
  const words = { name, language, category, body: body.trim(), footer: footer.trim(), buttons };
  const order = { ...words, examples: examples.slice(0, placeCount(body)).map((example) => example.trim()) };
  if (header === null || header.type === 'text') return { ...order, header };
  const [file] = header.fileId ? await listFiles(scope, [header.fileId]) : [];
  // Sound may be uploaded where videos are.
  if (!file || (header.type === 'video' && !file.mime.startsWith('video/'))) {
    const problems: TemplateProblem[] = [{ field: 'header.fileId', fault: 'required' }];
    throw new Problem('template.invalid', { problems });
  }
  return { ...order, header: { type: header.type, exampleUrl: fileUrl(scope, scope.tenantId, file.id) } };
}

async function submit({ writing, channel, order, changed }: Submission): Promise<TemplateOutcome> {
  if (!changed) return writing.create(channel.credentials, order);
  if (!writing.edit || changed.providerId === null) return { kind: 'not_offered' };
  return writing.edit(channel.credentials, changed.providerId, order);
}

type Done = Extract<TemplateOutcome, { kind: 'done' }>;

/** @throws {Problem} with the provider's words, unless it has the template all the same */
async function settle(ctx: Submitting, submission: Submission, outcome: Exclude<TemplateOutcome, Done>): Promise<Done> {
  const { draft, channel, order } = submission;
  if (outcome.kind === 'not_offered') {
    throw new Problem('template.edit_not_allowed', { rule: 'not_offered', from: null });
  }
  const listed = await ctx.providers.get(channel.kind)?.listTemplates?.(channel.credentials);
  const templates = listed?.isOk ? listed.value : [];
  const found = templates.find(({ name, language }) => name === order.name && language === order.language);
  const isThere = found && isSameText(found.parts, draft.parts) && (!draft.isChange || outcome.kind === 'unanswered');
  if (isThere) return { kind: 'done', id: found.id ?? null, status: found.status };
  await withTenant(ctx, ctx.tenantId, async (scope) => {
    if (listed?.isOk) await putTemplates(scope, channel.id, templates);
    if (outcome.kind === 'refused') {
      await updateDraft(scope, draft.id, { refusal: outcome.text }, scope.clock.now());
      await announce(scope, 'channels');
    }
  });
  if (outcome.kind === 'unanswered') {
    throw new Problem('provider.unreachable', { trouble: 'unreachable', text: outcome.text });
  }
  throw new Problem('template.refused', { text: outcome.text });
}

async function finish(
  scope: SubmittingScope,
  { draft, channel, order, changed }: Submission,
  { id, status }: Done,
): Promise<MessageTemplate> {
  const { parts } = draft;
  const places = placeCount(parts.body);
  const template: ProviderTemplate = {
    id: id ?? changed?.providerId ?? null,
    name: order.name,
    language: order.language,
    category: order.category,
    status: status ?? 'pending',
    reason: null,
    quality: changed?.quality ?? null,
    content: {
      body: order.body,
      parameterCount: places,
      media: parts.header && parts.header.type !== 'text' ? parts.header.type : null,
      hasMedia: parts.header !== null && parts.header.type !== 'text',
      isFillable: true,
      buttons: inOrder(parts.buttons).map(({ type, title }) => ({ type: BUTTON_TYPES[type], text: title.trim() })),
    },
    parts,
  };
  await recordSubmitted(scope, channel.id, template);
  if (changed?.status === 'approved') await recordEdit(scope, changed, scope.clock.now());
  await deleteDraft(scope, draft.id);
  return getMessageTemplate(scope, { channelId: channel.id, name: order.name, language: order.language });
}

const BUTTON_TYPES = { answer: 'quick_reply', url: 'url', call: 'phone_number' } as const;

/** Reply buttons stand together, before the others. */
const inOrder = (buttons: StoredDraft['parts']['buttons']) => [
  ...buttons.filter(({ type }) => type === 'answer'),
  ...buttons.filter(({ type }) => type !== 'answer'),
];

/** Deletes a template at the provider in all its languages. */
export async function deleteMessageTemplate(
  ctx: Submitting,
  { channelId, name }: { channelId: ChannelId; name: string },
): Promise<void> {
  const { channel, writing, templates } = await withTenant(ctx, ctx.tenantId, async (scope) => {
    const stored = await listTemplatesNamed(scope, channelId, name);
    if (stored.length === 0) throw new Problem('template.not_found');
    return { ...(await requireWritable(scope, channelId)), templates: stored };
  });
  const ids = templates.flatMap(({ providerId }) => providerId ?? []);
  const outcome = await writing.delete(channel.credentials, name, ids);
  if (outcome.kind === 'refused') throw new Problem('template.refused', { text: outcome.text });
  if (outcome.kind === 'not_offered') throw new Problem('template.not_offered');
  if (outcome.kind === 'unanswered') {
    throw new Problem('provider.unreachable', { trouble: 'unreachable', text: outcome.text });
  }
  await withTenant(ctx, ctx.tenantId, async (scope) => {
    await recordDeleted(scope, channelId, name);
    await recordDeletion(scope, { channelId, name }, scope.clock.now());
  });
}
