import { z } from 'zod';
import type { SavedVersion } from '#contract/senders/versions.ts';
import { readCursor, toPage } from './cursor.ts';
import { diffVersions } from './diff-rules.ts';

/** A save of settings. */
export type StoredVersion = {
  version: number;
  title: string;
  /** As stored; an older shape is parsed with today's defaults. */
  settings: unknown;
  savedAt: Temporal.Instant;
  savedBy: string | null;
};

/** A row of a version with the member who saved it. */
type VersionRow = {
  version: number;
  title: string;
  settings: unknown;
  saved_at: Temporal.Instant;
  full_name: string | null;
  email: string | null;
};

/** @param shape of the settings today; an older shape that it cannot parse stays as stored */
export function toStoredVersion(row: VersionRow, shape: z.ZodType): StoredVersion {
  return {
    version: row.version,
    title: row.title,
    settings: shape.safeParse(row.settings).data ?? row.settings,
    savedAt: row.saved_at,
    savedBy: row.full_name?.trim() || row.email,
  };
}

/** The version before which the next page begins; null: the newest. */
export function versionAfter(cursor: string | undefined): number | null {
  return readCursor(cursor, z.tuple([z.int()]))?.[0] ?? null;
}

/**
 * A page of versions, newest first, with the changes of each.
 * @param found one more row shows whether there is a next page; each version is compared with the next row
 */
export function toHistoryPage(
  found: readonly StoredVersion[],
  limit: number,
): { items: SavedVersion[]; nextCursor: string | null } {
  const changesOf = (version: StoredVersion) => {
    const before = found[found.indexOf(version) + 1];
    return before ? diffVersions(before, version) : [];
  };
  return toPage(
    found,
    limit,
    (version) => ({
      version: version.version,
      title: version.title,
      savedAt: version.savedAt.toString(),
      savedBy: version.savedBy,
      changes: changesOf(version),
    }),
    ({ version }) => [version],
  );
}
