import type { Context } from './context.ts';
import { signIds, verifyIds } from '#server/platform/secrets/signed-ids.ts';

const PURPOSE = 'file';

/** The public address of an uploaded file, for providers and browsers; anyone with the address may read it. */
export function fileUrl(ctx: Pick<Context, 'vault' | 'config'>, tenantId: string, fileId: string): string {
  return `${new URL(ctx.config.publicUrl).origin}/files/${signIds(ctx, PURPOSE, [tenantId, fileId])}`;
}

/** The tenant and the file of an address; null unless we made it. */
export function readFileToken(ctx: Pick<Context, 'vault'>, token: string): { tenantId: string; fileId: string } | null {
  const [tenantId, fileId] = verifyIds(ctx, PURPOSE, token, 2) ?? [];
  return tenantId && fileId ? { tenantId, fileId } : null;
}
