import type { FileId, TextContent } from '#contract/texts/calls.ts';
import { listTemplates } from '#server/channels/storage/actions.ts';
import type { OutgoingFile } from '#server/channels/port.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { fileUrl } from '#server/platform/context/file-address.ts';
import { listFiles } from './reads.ts';
import type { KnownTemplate } from '#server/texts/content/template-rules.ts';

/** Pictures and documents of some texts, as providers fetch them. */
export type Attachments = ReadonlyMap<FileId, OutgoingFile>;

export async function loadAttachments(
  scope: ActionScope,
  contents: readonly Pick<TextContent, 'imageId'>[],
): Promise<Attachments> {
  const files = await listFiles(scope, [...new Set(contents.flatMap(({ imageId }) => imageId ?? []))]);
  return new Map(files.map(({ id, mime, name }) => [id, { url: fileUrl(scope, scope.tenantId, id), mime, name }]));
}

/** The picture or document of a text, if it still exists. */
export function attachmentOf({ imageId }: Pick<TextContent, 'imageId'>, attachments: Attachments): OutgoingFile | null {
  return (imageId && attachments.get(imageId)) ?? null;
}

/** Loads the templates of the channels for which some of the texts has a template, in one query for each channel. */
export async function loadKnownTemplates(
  scope: TenantScope,
  contents: readonly Pick<TextContent, 'templates'>[],
): Promise<KnownTemplate[]> {
  const used = contents.flatMap(({ templates }) => templates.map(({ channelId }) => channelId));
  const known: KnownTemplate[] = [];
  for (const channelId of new Set(used)) {
    const templates = await listTemplates(scope, channelId);
    known.push(...templates.map((template) => ({ ...template, channelId })));
  }
  return known;
}
