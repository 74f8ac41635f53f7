import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import { MailingSettings } from '#contract/mailings/calls.ts';
import type * as contract from '#contract/mailings/texts.ts';
import type { TextChange, TextReplacement } from '#contract/texts/replacements.ts';
import { isForeignVariable } from '#server/mailings/deciding/variables.ts';
import { checkChangeable, saveIn } from '#server/mailings/editing/actions.ts';
import { listMailingsWithText, MailingsAfter } from '#server/mailings/listing/list-queries.ts';
import { isOver } from '#server/mailings/storage/alive.ts';
import { findMailingForUpdate } from '#server/mailings/storage/queries.ts';
import type { StoredMailing } from '#server/mailings/storage/stored-mailings.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import { readCursor, toCursor } from '#server/platform/values/cursor.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { readFound } from '#server/texts/replacing/replacing-reads.ts';
import { brokenIn, changesIn, refusalOfChanges } from '#server/texts/replacing/replacing-rules.ts';
import { outcomeOf } from './outcomes.ts';
import { isOfVariant, textsOf, withTexts } from './place-rules.ts';

/** Mailings that contain a text, with the changes that a replacement would make; newest first. */
export async function findTexts(
  scope: TenantScope,
  { cursor, limit, mailingIds, status, search, ...replacement }: BodyOf<typeof contract.findMailingTexts>,
): Promise<ReplyOf<typeof contract.findMailingTexts>> {
  const filter = { mailingIds, status, search };
  const page = await readFound(
    { after: readCursor(cursor, MailingsAfter.created), limit },
    (after, most) => listMailingsWithText(scope, { text: replacement.find, filter, after, limit: most }),
    (mailing) => {
      const changes = changesOf(mailing, replacement);
      const { id: mailingId, title, status: itsStatus, mode, version } = mailing;
      const problem = isOver(itsStatus) ? { code: 'distribution.wrong_status', details: { status: itsStatus } } : null;
      return changes.length > 0 ? { mailingId, title, status: itsStatus, mode, version, problem, changes } : undefined;
    },
  );
  return { items: page.items, nextCursor: page.after && toCursor(page.after) };
}

/** The texts of an A/B test are fixed by the start, as everything that divides the list of recipients. */
function changesOf(mailing: StoredMailing, replacement: TextReplacement): TextChange[] {
  const isFixed = (path: string) => mailing.startedAt !== null && isOfVariant(path);
  return changesIn(textsOf(mailing), replacement, { isForeign: isForeignVariable, isFixed });
}

/** Replaces a text in the chosen places of many mailings. Each succeeds or fails alone and gets a new version. */
export async function replaceTexts(
  scope: MemberScope,
  { mailings, ...replacement }: BodyOf<typeof contract.replaceMailingTexts>,
): Promise<ReplyOf<typeof contract.replaceMailingTexts>> {
  const outcomes: ReplyOf<typeof contract.replaceMailingTexts>['outcomes'] = [];
  // NOTE: mailings are locked in the order of their ids, so that two concurrent bulk changes cannot deadlock.
  for (const { mailingId, baseVersion, paths } of mailings.toSorted((a, b) => (a.mailingId < b.mailingId ? -1 : 1))) {
    const mailing = await findMailingForUpdate(scope, mailingId);
    let version = mailing?.version ?? 0;
    const outcome = await outcomeOf(mailingId, mailing?.title ?? '', async () => {
      if (!mailing || mailing.isDeleted) throw new Problem('distribution.not_found');
      checkChangeable(mailing, baseVersion);
      version = await replaceIn(scope, mailing, { paths, replacement });
    });
    outcomes.push({ ...outcome, version });
  }
  await announce(scope, 'mailings');
  return { outcomes };
}

async function replaceIn(
  scope: MemberScope,
  mailing: StoredMailing,
  { paths, replacement }: { paths: readonly string[]; replacement: TextReplacement },
): Promise<number> {
  const changes = changesOf(mailing, replacement).filter(({ path }) => paths.includes(path));
  const refusal = refusalOfChanges(changes);
  if (refusal) throw new Problem(`distribution.${refusal}`, { paths: brokenIn(changes) });
  const changed = withTexts(mailing, new Map(changes.map(({ path, after }) => [path, after])));
  const settings = MailingSettings.safeParse(changed.settings);
  if (!settings.success) throw new Problem('distribution.text_refused', { paths: changes.map(({ path }) => path) });
  const { testPhones } = mailing;
  return saveIn(scope, mailing, { title: changed.title.trim(), settings: settings.data, testPhones });
}
