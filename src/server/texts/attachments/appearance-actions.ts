import type { BodyOf } from '#contract/endpoint.ts';
import type { PublicAppearance, setPublicAppearance } from '#contract/texts/appearance.ts';
import { FileId } from '#contract/texts/calls.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { fileUrl } from '#server/platform/context/file-address.ts';
import { wrongField } from '#server/platform/values/problem.ts';
import { changeAppearance, getAppearance } from '#server/tenants/actions.ts';
import { listFiles } from './reads.ts';

export async function getPublicAppearance(scope: ActionScope): Promise<PublicAppearance> {
  const { name, accent, logoFileId } = await getAppearance(scope);
  const logo = logoFileId && { id: FileId.parse(logoFileId), url: fileUrl(scope, scope.tenantId, logoFileId) };
  return { businessName: name, accent, logo: logo || null };
}

/** @throws {Problem} `request.invalid` for a logo that is no uploaded image */
export async function savePublicAppearance(
  scope: ActionScope,
  { accent, logoId }: BodyOf<typeof setPublicAppearance>,
): Promise<PublicAppearance> {
  const [file] = logoId ? await listFiles(scope, [logoId]) : [];
  if (logoId && !file) throw wrongField('logoId', 'not_found');
  if (file && !file.mime.startsWith('image/')) throw wrongField('logoId', 'wrong_type');
  await changeAppearance(scope, { accent, logoFileId: logoId });
  return getPublicAppearance(scope);
}

/** Returns the file of the logo, where it is among the given ones. */
export async function listFilesOfAppearance(scope: TenantScope, ids: readonly FileId[]): Promise<ReadonlySet<FileId>> {
  const { logoFileId } = await getAppearance(scope);
  return new Set(ids.filter((id) => id === logoFileId));
}
