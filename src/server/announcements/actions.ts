import { z } from 'zod';
import type * as contract from '#contract/announcements/calls.ts';
import { type Announcement, AnnouncementId } from '#contract/announcements/calls.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { MemberContext, MemberScope } from '#server/platform/context/context.ts';
import { withSystem } from '#server/platform/database/db.ts';
import { readCursor, toPage } from '#server/platform/values/cursor.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { insertAnnouncement, insertReads, listRows, listShown, type Shown, updateAnnouncement } from './queries.ts';
import { languageOf } from './rules.ts';

// NOTE: a process: it acts in the operator's tables.

const TimeCursor = z.tuple([z.iso.datetime(), z.uuid()]);

export async function listAllAnnouncements(
  ctx: MemberContext,
  { cursor, limit }: QueryOf<typeof contract.listAllAnnouncements>,
): Promise<ReplyOf<typeof contract.listAllAnnouncements>> {
  const after = readCursor(cursor, TimeCursor);
  const rows = await withSystem(ctx, (scope) => listRows(scope, { after, limit }));
  return toPage(
    rows,
    limit,
    (row) => row,
    (row) => [row.shownFrom, row.id],
  );
}

type Draft = BodyOf<typeof contract.createAnnouncement>;

/** @throws {Problem} `request.invalid` for one that could be shown to nobody */
function check({ texts, shownFrom, shownUntil }: Draft): void {
  if (Object.keys(texts).length === 0) throw wrongField('texts', 'required');
  if (shownUntil !== null && Date.parse(shownUntil) <= Date.parse(shownFrom)) throw wrongField('shownUntil', 'range');
}

export async function createAnnouncement(ctx: MemberContext, draft: Draft): Promise<Announcement> {
  check(draft);
  const at = ctx.clock.now();
  const saved = { ...draft, id: newId(AnnouncementId) };
  await withSystem(ctx, async (scope) => {
    await insertAnnouncement(scope, saved, { by: ctx.memberId, at });
    await recordAudit(scope, {
      action: 'news.changed',
      object: { kind: 'system', id: saved.id },
      after: { isNew: true },
    });
  });
  return { ...saved, changedAt: at.toString() };
}

/** @throws {Problem} `announcement.not_found` */
export async function changeAnnouncement(ctx: MemberContext, id: AnnouncementId, draft: Draft): Promise<Announcement> {
  check(draft);
  const at = ctx.clock.now();
  const isChanged = await withSystem(ctx, async (scope) => {
    const isKnown = await updateAnnouncement(scope, { ...draft, id }, at);
    if (isKnown) await recordAudit(scope, { action: 'news.changed', object: { kind: 'system', id } });
    return isKnown;
  });
  if (!isChanged) throw new Problem('announcement.not_found');
  return { ...draft, id, changedAt: at.toString() };
}

const shownTo = ({ site, memberId, clock }: MemberScope): Shown => ({
  brand: site.brand.key,
  memberId,
  now: clock.now(),
});

/** Lists what the brand of the page shows, in a language that it has. */
export async function listAnnouncements(
  scope: MemberScope,
  { cursor, limit, language }: QueryOf<typeof contract.listAnnouncements>,
): Promise<ReplyOf<typeof contract.listAnnouncements>> {
  const { features, languages } = scope.site.brand;
  if (!features.news) return { items: [], nextCursor: null };
  const rows = await listShown(scope, { ...shownTo(scope), after: readCursor(cursor, TimeCursor), limit });
  const page = toPage(
    rows,
    limit,
    (row) => row,
    (row) => [row.shownFrom, row.id],
  );
  const items = page.items.flatMap(({ id, texts, shownFrom, isRead }) => {
    const known = languageOf(texts, language, languages);
    const words = known && texts[known];
    return known && words ? [{ id, ...words, language: known, shownFrom, isRead }] : [];
  });
  return { ...page, items };
}

/** Marks what is shown as read; announces nothing when all of it was. */
export async function readAnnouncements(scope: MemberScope): Promise<void> {
  if (!scope.site.brand.features.news) return;
  const read = await insertReads(scope, shownTo(scope));
  if (read.length > 0) await announce(scope, 'announcements');
}
