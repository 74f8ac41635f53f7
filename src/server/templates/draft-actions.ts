import type { BodyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/templates/calls.ts';
import { TemplateCategory, type TemplateDraft, TemplateDraftId } from '#contract/templates/calls.ts';
import { MAX_TEMPLATE_DRAFTS } from '#contract/templates/values.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { countDrafts, deleteDraft, findChange, insertDraft, updateDraft } from './draft-queries.ts';
import {
  channelOf,
  editingNow,
  requireDraft,
  requireTemplate,
  shownDraft,
  type TemplateKey,
  type TemplateScope,
} from './reads.ts';

/** @throws {Problem} for a channel without templates */
export async function createTemplateDraft(
  scope: ActionScope,
  written: BodyOf<typeof contract.createTemplateDraft>,
): Promise<TemplateDraft> {
  await requireTemplates(scope, written.channelId);
  await requireRoom(scope);
  const id = newId(TemplateDraftId);
  await insertDraft(scope, { ...written, id, isChange: false }, scope.clock.now());
  await announce(scope, 'channels');
  return shownDraft(await requireDraft(scope, id));
}

/** Begins the change of a template, or continues the one that was begun. */
export async function changeMessageTemplate(scope: TemplateScope, key: TemplateKey): Promise<TemplateDraft> {
  const template = await requireTemplate(scope, key);
  const present = await findChange(scope, template);
  if (present) return shownDraft(present);
  const { rule, from } = await editingNow(scope, template);
  if (rule || !template.parts) {
    throw new Problem('template.edit_not_allowed', { rule: rule ?? 'form', from: from?.toString() ?? null });
  }
  await requireRoom(scope);
  const id = newId(TemplateDraftId);
  const category = TemplateCategory.safeParse(template.category).data ?? 'utility';
  const { channelId, name, language, parts } = template;
  await insertDraft(scope, { id, channelId, name, language, category, parts, isChange: true }, scope.clock.now());
  await announce(scope, 'channels');
  return shownDraft(await requireDraft(scope, id));
}

/** Saves a draft as typed. Of a change, only the words are saved. */
export async function saveTemplateDraft(
  scope: ActionScope,
  id: TemplateDraftId,
  { channelId, name, language, category, parts }: BodyOf<typeof contract.saveTemplateDraft>,
): Promise<TemplateDraft> {
  const draft = await requireDraft(scope, id);
  if (!draft.isChange) await requireTemplates(scope, channelId);
  const change = draft.isChange ? { parts } : { channelId, name, language, category, parts };
  await updateDraft(scope, id, change, scope.clock.now());
  await announce(scope, 'channels');
  return shownDraft(await requireDraft(scope, id));
}

/** @throws {Problem} `template_draft.not_found` */
export async function deleteTemplateDraft(scope: ActionScope, id: TemplateDraftId): Promise<void> {
  if (!(await deleteDraft(scope, id))) throw new Problem('template_draft.not_found');
  await announce(scope, 'channels');
}

async function requireTemplates(scope: ActionScope, channelId: string): Promise<void> {
  const channel = await channelOf(scope, channelId);
  if (!channel) throw new Problem('channel.not_found');
  if (!channel.traits.templates) throw new Problem('template.not_offered');
}

async function requireRoom(scope: ActionScope): Promise<void> {
  if ((await countDrafts(scope)) >= MAX_TEMPLATE_DRAFTS) {
    throw new Problem('template.draft_limit', { limit: MAX_TEMPLATE_DRAFTS });
  }
}
