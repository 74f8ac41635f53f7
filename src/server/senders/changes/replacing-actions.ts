import type { SenderId } from '#contract/senders/calls.ts';
import type { TextChange, TextReplacement } from '#contract/texts/replacements.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { readCursor, toCursor } from '#server/platform/values/cursor.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { afterOf, NEWEST } from '#server/senders/listing/page-reads.ts';
import type { SenderRow, TextsKit } from '#server/senders/port.ts';
import { readFound } from '#server/texts/replacing/replacing-reads.ts';
import { type Allowed, brokenIn, changesIn, refusalOfChanges } from '#server/texts/replacing/replacing-rules.ts';
import { changeEach, type SenderOutcome } from './each-actions.ts';
import { textsOf, withTexts } from './place-rules.ts';

export type Search = TextReplacement & { cursor?: string | undefined; limit: number };

type Found = Pick<SenderRow, 'id' | 'title' | 'status' | 'mode' | 'version'> & { changes: TextChange[] };

/** Senders that contain a text, with the changes that a replacement would make; newest first. */
export async function findTexts(
  scope: TenantScope,
  { texts }: Pick<TextsKit, 'texts'>,
  { cursor, limit, find, replaceWith, isWholeWord, isCaseSensitive, ...filter }: Search,
): Promise<{ items: Found[]; nextCursor: string | null }> {
  const replacement = { find, replaceWith, isWholeWord, isCaseSensitive };
  const allowed = await texts.loadAllowed(scope);
  const page = await readFound(
    { after: readCursor(cursor, afterOf(NEWEST.sort)), limit },
    (after, most) => texts.list(scope, { filter: { ...filter, text: find }, order: NEWEST, after, limit: most }),
    (row) => {
      const changes = changesIn(textsOf(texts, row), replacement, allowed.in(row));
      const { id, title, status, mode, version } = row;
      return changes.length > 0 ? { id, title, status, mode, version, ...texts.describe(row), changes } : undefined;
    },
  );
  return { items: page.items, nextCursor: page.after && toCursor(page.after) };
}

/** One sender of a replacement: the chosen places, and the version in which the member saw them. */
export type ReplaceIn = { baseVersion: number; paths: readonly string[] };

/** Replaces a text in the chosen places of many senders. Each gets a new version. */
export async function replaceTexts(
  scope: MemberScope,
  kit: TextsKit,
  replacement: TextReplacement,
  requests: readonly (ReplaceIn & { id: SenderId })[],
): Promise<SenderOutcome[]> {
  const allowed = await kit.texts.loadAllowed(scope);
  const outcomes = await changeEach(scope, kit, { requests }, (row, request) =>
    replaceIn(scope, kit, row, { ...request, replacement, allowed: allowed.in(row) }),
  );
  await announce(scope, kit.wire.many);
  return outcomes;
}

async function replaceIn(
  scope: MemberScope,
  kit: TextsKit,
  row: SenderRow,
  { baseVersion, paths, replacement, allowed }: ReplaceIn & { replacement: TextReplacement; allowed: Allowed },
): Promise<number> {
  kit.checkChangeable(row, baseVersion);
  const changes = changesIn(textsOf(kit.texts, row), replacement, allowed).filter(({ path }) => paths.includes(path));
  const refusal = refusalOfChanges(changes);
  if (refusal) throw new Problem(`${kit.wire.problem}.${refusal}`, { paths: brokenIn(changes) });
  const changed = withTexts(kit.texts, row, new Map(changes.map(({ path, after }) => [path, after])));
  const settings = kit.settings.safeParse(changed.settings);
  if (!settings.success)
    throw new Problem(`${kit.wire.problem}.text_refused`, { paths: changes.map(({ path }) => path) });
  return kit.save(scope, row, { title: changed.title.trim(), settings: settings.data });
}
