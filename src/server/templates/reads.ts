import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/templates/calls.ts';
import type { MessageTemplate, MessageTemplateDetails, TemplateDraft, TemplateUse } from '#contract/templates/calls.ts';
import { type UsableChannel, listUsableChannels } from '#server/channels/storage/actions.ts';
import type { ChannelProviders } from '#server/channels/port.ts';
import {
  listStoredTemplates,
  listTemplatesNamed,
  type StoredTemplate,
} from '#server/channels/storage/template-reads.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { Scoped, TenantScope } from '#server/platform/database/db.ts';
import type { Services } from '#server/platform/context/context.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { findChange, findDraft, listDrafts, type StoredDraft } from './draft-queries.ts';
import { listDeletions, listEdits } from './history-queries.ts';
import type { ListTemplateUses, TemplateUseRow } from './port.ts';
import { type Editing, editingOf, gatherUses } from './rules.ts';

export type TemplateServices = { providers: ChannelProviders; templateUses: readonly ListTemplateUses[] };
export type TemplateScope = Scoped<Services & TemplateServices>;

export async function listMessageTemplates(
  scope: TemplateScope,
  query: QueryOf<typeof contract.listMessageTemplates>,
): Promise<ReplyOf<typeof contract.listMessageTemplates>> {
  const { items, nextCursor } = await listStoredTemplates(scope, query);
  const rows = await usesOf(scope, items);
  return { items: items.map((template) => shown(template, gatherUses(rowsOf(rows, template)))), nextCursor };
}

/** @throws {Problem} `template.not_found` */
export async function getMessageTemplate(scope: TemplateScope, key: TemplateKey): Promise<MessageTemplateDetails> {
  const template = await requireTemplate(scope, key);
  const uses = gatherUses(rowsOf(await usesOf(scope, [template]), template));
  const { rule, from } = await editingNow(scope, template);
  const draft = await findChange(scope, template);
  return {
    ...shown(template, uses),
    parts: template.parts,
    uses,
    editing: { rule, from: from?.toString() ?? null },
    draftId: draft?.id ?? null,
  };
}

/** Without a language the first one is meant. */
export type TemplateKey = Pick<StoredTemplate, 'channelId' | 'name'> & { language?: string | undefined };

export async function requireTemplate(
  scope: TenantScope,
  { channelId, name, language }: TemplateKey,
): Promise<StoredTemplate> {
  const named = await listTemplatesNamed(scope, channelId, name);
  const template = named.find((one) => language === undefined || one.language === language);
  if (!template) throw new Problem('template.not_found');
  return template;
}

/** Decides whether a template may be changed at its provider now. */
export async function editingNow(
  scope: ActionScope & Pick<TemplateServices, 'providers'>,
  template: StoredTemplate,
): Promise<Editing> {
  const channel = await channelOf(scope, template.channelId);
  if (!channel?.traits.templates) return { rule: 'not_offered', from: null };
  const writing = scope.providers.get(channel.kind)?.templates;
  const canBeEdited = writing?.edit !== undefined && template.providerId !== null;
  const edits = await listEdits(scope, template);
  return editingOf({ ...template, canBeEdited }, channel.traits.templates, edits, scope.clock.now());
}

export async function channelOf(scope: TenantScope, channelId: string): Promise<UsableChannel | undefined> {
  return (await listUsableChannels(scope)).find(({ id }) => id === channelId);
}

export async function listTemplateDrafts(scope: ActionScope): Promise<ReplyOf<typeof contract.listTemplateDrafts>> {
  const drafts = await listDrafts(scope);
  return { drafts: drafts.map(shownDraft), blockedNames: await listBlockedNames(scope) };
}

/** Lists names that a provider does not accept for now, because a template of the name was deleted. */
export async function listBlockedNames(
  scope: ActionScope,
): Promise<ReplyOf<typeof contract.listTemplateDrafts>['blockedNames']> {
  const now = scope.clock.now();
  const days = new Map(
    (await listUsableChannels(scope)).map(({ id, traits }) => [id, traits.templates?.nameBlockedDays ?? 0]),
  );
  const deletions = await listDeletions(scope, now.subtract({ hours: 24 * Math.max(0, ...days.values()) }));
  return deletions.flatMap(({ channelId, name, deletedAt }) => {
    const until = deletedAt.add({ hours: 24 * (days.get(channelId) ?? 0) });
    return Temporal.Instant.compare(until, now) > 0 ? [{ channelId, name, until: until.toString() }] : [];
  });
}

/** @throws {Problem} `template_draft.not_found` */
export async function requireDraft(scope: TenantScope, id: StoredDraft['id']): Promise<StoredDraft> {
  const draft = await findDraft(scope, id);
  if (!draft) throw new Problem('template_draft.not_found');
  return draft;
}

export function shownDraft({ updatedAt, ...draft }: StoredDraft): TemplateDraft {
  return { ...draft, updatedAt: updatedAt.toString() };
}

async function usesOf(scope: TemplateScope, templates: readonly TemplateKey[]): Promise<TemplateUseRow[]> {
  const names = [...new Set(templates.map(({ name }) => name))];
  if (names.length === 0) return [];
  const rows: TemplateUseRow[] = [];
  for (const list of scope.templateUses) rows.push(...(await list(scope, names)));
  return rows;
}

/** Senders of a template in any of its languages: a contact gets it in their own. */
const rowsOf = (rows: readonly TemplateUseRow[], template: TemplateKey) =>
  rows.filter(({ channelId, name }) => channelId === template.channelId && name === template.name);

function shown({ providerId: _id, parts: _parts, ...template }: StoredTemplate, uses: TemplateUse[]): MessageTemplate {
  const useCounts: MessageTemplate['useCounts'] = {};
  for (const { kind } of uses) useCounts[kind] = (useCounts[kind] ?? 0) + 1;
  return { ...template, useCounts };
}
