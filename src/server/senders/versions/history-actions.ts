import { z } from 'zod';
import type { SenderId } from '#contract/senders/calls.ts';
import type { SavedVersion } from '#contract/senders/versions.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { diffVersions } from '#server/platform/values/diff-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import type { SenderKit, SenderRow } from '#server/senders/port.ts';
import { changeEach, type SenderOutcome } from '#server/senders/changes/each-actions.ts';
import { listFiles } from '#server/texts/attachments/reads.ts';
import { findVersion, listVersions } from './queries.ts';

/** A page of versions, newest first, with the changes of each. */
export async function listHistory(
  scope: TenantScope,
  kit: SenderKit,
  id: SenderId,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: SavedVersion[]; nextCursor: string | null }> {
  await kit.get(scope, id);
  const before = readCursor(cursor, z.tuple([z.int()]))?.[0] ?? null;
  // One more row shows whether there is a next page; each version is compared with the next row.
  const stored = await listVersions(scope, id, { before, limit: limit + 1 });
  const found = stored.map((row) => ({ ...row, settings: kit.settings.safeParse(row.settings).data ?? row.settings }));
  const rows = found.map((version, index) => {
    const former = found[index + 1];
    const { savedAt, settings: _, ...saved } = version;
    return { ...saved, savedAt: savedAt.toString(), changes: former ? diffVersions(former, version) : [] };
  });
  return toPage(
    rows,
    limit,
    (version) => version,
    ({ version }) => [version],
  );
}

/** A version that is saved again, and the one that the member saw. */
export type RollBack = { version: number; baseVersion: number };

/** Saves an earlier version again as the newest. */
export async function rollBack(scope: MemberScope, kit: SenderKit, id: SenderId, request: RollBack): Promise<unknown> {
  const row = await kit.findForUpdate(scope, id);
  if (!row || row.isDeleted) throw new Problem(`${kit.wire.problem}.not_found`);
  await rollBackIn(scope, kit, row, request);
  await announce(scope, kit.wire.many);
  return kit.get(scope, id);
}

/** Saves earlier versions of many senders again. */
export async function rollBackMany(
  scope: MemberScope,
  kit: SenderKit,
  requests: readonly (RollBack & { id: SenderId })[],
): Promise<SenderOutcome[]> {
  const outcomes = await changeEach(scope, kit, { requests }, (row, request) => rollBackIn(scope, kit, row, request));
  await announce(scope, kit.wire.many);
  return outcomes;
}

/** Rolls back a locked row. A picture that is gone is left out. @returns the number of the new version */
async function rollBackIn(
  scope: MemberScope,
  kit: SenderKit,
  row: SenderRow,
  { version, baseVersion }: RollBack,
): Promise<number> {
  kit.checkChangeable(row, baseVersion);
  const old = await findVersion(scope, row.id, version);
  const parsed = kit.settings.safeParse(old?.settings);
  if (!old || !parsed.success) throw new Problem(`${kit.wire.problem}.version_not_found`);
  const settings = await kit.prepareOld(scope, row, parsed.data);
  const { imageId } = settings.content;
  const [image] = imageId === null ? [] : await listFiles(scope, [imageId], { isLocked: true });
  const content = { ...settings.content, imageId: image ? imageId : null };
  return kit.save(scope, row, { title: old.title, settings: { ...settings, content } });
}
