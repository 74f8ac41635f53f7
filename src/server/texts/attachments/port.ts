import type { FileId } from '#contract/texts/calls.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { Context } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { Upload } from './attachment-actions.ts';

/** Returns those of the files that something still refers to; supplied by the rooms that keep messages with files. */
export type ListFileUses = (scope: TenantScope, ids: readonly FileId[]) => Promise<ReadonlySet<FileId>>;

/** Stores an uploaded file of a member; its result is the answer. */
export type StoreUpload = (
  ctx: Context,
  tenantId: TenantId,
  file: Upload,
  query: Readonly<Record<string, unknown>>,
) => Promise<unknown>;

/** An upload that an upper room takes. */
export type UploadRoute = { path: string; maxMegabytes: number; store: StoreUpload };
