import { declarationOf } from '#contract/channels/kinds.ts';
import { PAGE_BUTTONS } from '#contract/links/values.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/links/qr-pages.ts';
import { type QrPage, QrPageId } from '#contract/links/qr-pages.ts';
import { listChannelAddresses } from '#server/channels/storage/actions.ts';
import type { ActionScope, MemberScope } from '#server/platform/context/context.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import type { PublicAppearance } from '#server/platform/visitors/visitor-pages.ts';
import { publicAppearance } from '#server/tenants/actions.ts';
import { countClicks, countPeople } from './click-queries.ts';
import { drawSharedCode } from './codes.ts';
import { originOf, refuseTarget } from './link-actions.ts';
import { findPage, findPageByCode, insertPage, listPages, type StoredPage, updatePage } from './page-queries.ts';
import { ensurePrefix } from './prefix-queries.ts';
import { periodOf } from './statistics-actions.ts';

export async function listQrPages(
  scope: MemberScope,
  query: QueryOf<typeof contract.listQrPages>,
): Promise<ReplyOf<typeof contract.listQrPages>> {
  const { items, nextCursor } = await listPages(scope, query);
  const origin = await originOf(scope);
  return { items: items.map((page) => shown(page, origin)), nextCursor };
}

/** @throws {Problem} `qr_page.not_found` */
export async function getQrPage(scope: MemberScope, id: QrPageId): Promise<QrPage> {
  return shown(await alivePage(scope, id), await originOf(scope));
}

/** @throws {Problem} when an address is refused */
export async function createQrPage(scope: MemberScope, written: BodyOf<typeof contract.createQrPage>): Promise<QrPage> {
  const page = await checked(scope, written);
  const id = newId(QrPageId);
  const prefix = await ensurePrefix(scope);
  let isStored = false;
  while (!isStored) {
    const code = drawSharedCode(prefix);
    isStored = await insertPage(scope, { ...page, id, code }, scope.clock.now());
  }
  await announce(scope, 'links');
  return getQrPage(scope, id);
}

/** @throws {Problem} when an address is refused, or another member saved meanwhile */
export async function saveQrPage(
  scope: MemberScope,
  id: QrPageId,
  { baseVersion, ...written }: BodyOf<typeof contract.saveQrPage>,
): Promise<QrPage> {
  const page = await alivePage(scope, id, { isLocked: true });
  if (page.version !== baseVersion) throw new Problem('qr_page.changed_meanwhile', { version: page.version });
  await updatePage(scope, id, await checked(scope, written), scope.clock.now());
  await announce(scope, 'links');
  return getQrPage(scope, id);
}

export async function deleteQrPage(scope: MemberScope, id: QrPageId): Promise<void> {
  await alivePage(scope, id, { isLocked: true });
  await updatePage(scope, id, { isDeleted: true }, scope.clock.now());
  await announce(scope, 'links');
}

/** Takes a deletion back; safe to repeat. */
export async function restoreQrPage(scope: MemberScope, id: QrPageId): Promise<QrPage> {
  const page = await findPage(scope, id, { isLocked: true });
  if (!page) throw new Problem('qr_page.not_found');
  if (page.isDeleted) {
    await updatePage(scope, id, { isDeleted: false }, scope.clock.now());
    await announce(scope, 'links');
  }
  return getQrPage(scope, id);
}

export async function getQrPageVisits(
  scope: MemberScope,
  id: QrPageId,
  query: QueryOf<typeof contract.getQrPageVisits>,
): Promise<ReplyOf<typeof contract.getQrPageVisits>> {
  const { code } = await alivePage(scope, id);
  const period = await periodOf(scope, query);
  const counts = await countClicks(scope, code, period);
  const buttons = [];
  for (const button of PAGE_BUTTONS)
    buttons.push({ button, clicks: await countPeople(scope, buttonCode(code, button), period) });
  return { ...counts, buttons };
}

/** A button of the page a visitor opens. */
export type ShownButton = { path: string; target: string } & (
  | { button: 'chat'; channel: string }
  | { button: 'booking' | 'review' }
);

export type ShownPage = {
  code: string;
  heading: string;
  note: string;
  buttons: ShownButton[];
  appearance: PublicAppearance;
};

/** The page that a visitor opens; null when there is none. */
export async function openPage(scope: ActionScope, code: string): Promise<ShownPage | null> {
  const page = await findPageByCode(scope, code);
  if (!page) return null;
  const channels = await listChannelAddresses(scope, page.channelIds);
  const chats = page.channelIds.flatMap((id, index): ShownButton[] => {
    const channel = channels.find((one) => one.id === id);
    const chat = channel && declarationOf(channel.kind).chat;
    if (!chat) return [];
    const target = chat.url(channel.address, page.greeting);
    return [{ button: 'chat', path: `chat-${index + 1}`, target, channel: chat.name }];
  });
  const leading = (button: 'booking' | 'review', target: string | null): ShownButton[] =>
    target === null ? [] : [{ button, path: button, target }];
  return {
    code: page.code,
    heading: page.heading,
    note: page.note,
    buttons: [...chats, ...leading('booking', page.bookingUrl), ...leading('review', page.reviewUrl)],
    appearance: await publicAppearance(scope),
  };
}

/** The code under which presses of a button are counted. */
export const buttonCode = (code: string, button: string) => `${code}.${button}`;

async function alivePage(scope: MemberScope, id: QrPageId, how?: { isLocked: boolean }): Promise<StoredPage> {
  const page = await findPage(scope, id, how);
  if (!page || page.isDeleted) throw new Problem('qr_page.not_found');
  return page;
}

/**
 * Checks a page as it is written. Channels that the cabinet has not, or no longer has, are left out.
 *
 * @throws {Problem} when an address is refused
 */
async function checked<Page extends Pick<QrPage, 'bookingUrl' | 'reviewUrl' | 'channelIds'>>(
  scope: MemberScope,
  written: Page,
): Promise<Page> {
  const { bookingUrl, reviewUrl, channelIds } = written;
  if (bookingUrl) refuseTarget(scope, bookingUrl, 'bookingUrl');
  if (reviewUrl) refuseTarget(scope, reviewUrl, 'reviewUrl');
  const known = await listChannelAddresses(scope, channelIds);
  return { ...written, channelIds: channelIds.filter((wanted) => known.some(({ id }) => id === wanted)) };
}

function shown(page: StoredPage, origin: string): QrPage {
  return { ...page, url: `${origin}/q/${page.code}` };
}
