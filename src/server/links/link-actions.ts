import type * as contract from '#contract/links/calls.ts';
import { LinkId, type ShortLink } from '#contract/links/calls.ts';
import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import { comparableHost } from '#server/platform/values/host-rules.ts';
import type { Config } from '#server/platform/deployment/config.ts';
import { newId } from '#server/platform/values/ids.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { Problem, wrongField } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { codeWithEnding, drawSharedCode } from './codes.ts';
import { findLink, insertLink, listLinks, type NewLink, type StoredLink, updateLink } from './link-queries.ts';
import { ensurePrefix } from './prefix-queries.ts';
import { refusalOfTarget, type TargetLimits } from './target-rules.ts';

export async function listShortLinks(
  scope: MemberScope,
  query: QueryOf<typeof contract.listShortLinks>,
): Promise<{ items: ShortLink[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listLinks(scope, query);
  const origin = await originOf(scope);
  return { items: items.map((link) => shown(link, origin)), nextCursor };
}

/** @throws {Problem} `link.not_found` */
export async function getShortLink(scope: MemberScope, id: LinkId): Promise<ShortLink> {
  return shown(await aliveLink(scope, id), await originOf(scope));
}

/** @throws {Problem} when the target is refused or the ending is taken */
export async function createShortLink(
  scope: MemberScope,
  { ending, ...written }: BodyOf<typeof contract.createShortLink>,
): Promise<ShortLink> {
  refuseTarget(scope, written.target);
  const id = newId(LinkId);
  const prefix = await ensurePrefix(scope);
  if (ending !== '') {
    const code = codeWithEnding(prefix, ending);
    if (!(await insertLink(scope, { ...written, id, code }, scope.clock.now()))) throw wrongField('ending', 'taken');
  } else await insertWithDrawnCode(scope, prefix, { ...written, id });
  await announce(scope, 'links');
  return getShortLink(scope, id);
}

/** @throws {Problem} when the target is refused, or another member saved meanwhile */
export async function saveShortLink(
  scope: MemberScope,
  id: LinkId,
  { baseVersion, ...written }: BodyOf<typeof contract.saveShortLink>,
): Promise<ShortLink> {
  const link = await aliveLink(scope, id, { isLocked: true });
  if (link.version !== baseVersion) throw new Problem('link.changed_meanwhile', { version: link.version });
  if (link.target !== written.target) refuseTarget(scope, written.target);
  await updateLink(scope, id, written, scope.clock.now());
  await announce(scope, 'links');
  return getShortLink(scope, id);
}

export async function deleteShortLink(scope: MemberScope, id: LinkId): Promise<void> {
  await aliveLink(scope, id, { isLocked: true });
  await updateLink(scope, id, { isDeleted: true }, scope.clock.now());
  await announce(scope, 'links');
}

/** Takes a deletion back; safe to repeat. */
export async function restoreShortLink(scope: MemberScope, id: LinkId): Promise<ShortLink> {
  const link = await findLink(scope, id, { isLocked: true });
  if (!link) throw new Problem('link.not_found');
  if (link.isDeleted) {
    await updateLink(scope, id, { isDeleted: false }, scope.clock.now());
    await announce(scope, 'links');
  }
  return getShortLink(scope, id);
}

/** The hosts that targets are compared with. */
export function targetLimits({ publicUrl, brandHosts, machineHosts, linkBlockedHosts }: Config): TargetLimits {
  const { hostname, port } = new URL(publicUrl);
  const host = comparableHost(hostname) + (port ? `:${port}` : '');
  // NOTE: other ports of this machine are not ours.
  const ofMachine = machineHosts.map((address) => (port ? `${address}:${port}` : address));
  const ownHosts = [host, ...Object.keys(brandHosts), ...ofMachine];
  return { ownHosts, blockedHosts: linkBlockedHosts };
}

/** @throws {Problem} `link.not_found` for a deleted link too */
export async function aliveLink(scope: MemberScope, id: LinkId, how?: { isLocked: boolean }): Promise<StoredLink> {
  const link = await findLink(scope, id, how);
  if (!link || link.isDeleted) throw new Problem('link.not_found');
  return link;
}

/**
 * The origin of addresses that are shown in the cabinet: that of the page, so that a link of a demo opens on the phone
 * that scans it.
 */
export async function originOf(scope: MemberScope): Promise<string> {
  return scope.site.origin ?? originOfBrand(scope.config, (await getTenant(scope)).brand);
}

export const linkAddress = (origin: string, code: string) => `${origin}/to/${code}/`;

/** @throws {Problem} at the field, when no link of ours may lead to the target */
export function refuseTarget({ config }: MemberScope, target: string, field = 'target'): void {
  const reason = refusalOfTarget(target, targetLimits(config));
  if (reason) throw wrongField(field, reason);
}

async function insertWithDrawnCode(scope: MemberScope, prefix: string, link: Omit<NewLink, 'code'>): Promise<void> {
  for (;;) {
    const isFree = await insertLink(scope, { ...link, code: drawSharedCode(prefix) }, scope.clock.now());
    if (isFree) return;
  }
}

function shown({ id, title, target, utm, expiresAt, clicks, createdAt, version, code }: StoredLink, origin: string) {
  return { id, title, url: linkAddress(origin, code), target, utm, expiresAt, clicks, createdAt, version };
}
