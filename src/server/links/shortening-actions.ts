import type { MessageId } from '#contract/delivery/calls.ts';
import type { ShortenLinks } from '#server/delivery/port.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { getTenant } from '#server/tenants/actions.ts';
import type { MessageContent } from '#server/texts/content/message-content.ts';
import { drawPersonalCode } from './codes.ts';
import { linkAddress, targetLimits } from './link-actions.ts';
import { findSharedLinks, insertMessageLinks, listMessageLinks, type MessageLink } from './message-link-queries.ts';
import { ensurePrefix } from './prefix-queries.ts';
import { addressesIn, shorteningOf, withAddresses } from './shortening-rules.ts';

/** Gives messages links of their recipients' own: a few statements for a batch of any size. */
export const shortenLinks: ShortenLinks = async (scope, messages) => {
  const limits = targetLimits(scope.config);
  const found = messages.flatMap(({ id, content }) =>
    addressesIn(content).map((address) => ({ id, address, shortening: shorteningOf(address, limits) })),
  );
  const owned = found.flatMap(({ shortening }) => (shortening.kind === 'own' ? [shortening.code] : []));
  const shared = await findSharedLinks(scope, [...new Set(owned)]);
  const wanted = found.flatMap(({ id, address, shortening }) => {
    if (shortening.kind === 'leave') return [];
    const linkId = shortening.kind === 'own' ? shared.get(shortening.code) : null;
    return linkId === undefined ? [] : [{ messageId: id, target: address, linkId }];
  });
  if (wanted.length === 0) return new Map();
  const prefix = await ensurePrefix(scope);
  const codes = new Map<string, string>();
  const known = await listMessageLinks(scope, [...new Set(wanted.map(({ messageId }) => messageId))]);
  for (const link of known) codes.set(keyOf(link), link.code);
  const added: MessageLink[] = wanted
    .filter((link) => !codes.has(keyOf(link)))
    .map((link) => ({ ...link, code: drawPersonalCode(prefix) }));
  await insertMessageLinks(scope, added, scope.clock.now());
  for (const link of added) codes.set(keyOf(link), link.code);

  const origin = originOfBrand(scope.config, (await getTenant(scope)).brand);
  const changed = new Map<MessageId, MessageContent>();
  for (const { id, content } of messages) {
    const own = addressesIn(content).flatMap((address) => {
      const code = codes.get(keyOf({ messageId: id, target: address }));
      return code ? [[address, linkAddress(origin, code)] as const] : [];
    });
    if (own.length > 0) changed.set(id, withAddresses(content, new Map(own)));
  }
  return changed;
};

const keyOf = ({ messageId, target }: Pick<MessageLink, 'messageId' | 'target'>) => `${messageId} ${target}`;
