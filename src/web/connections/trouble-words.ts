import type { Branch, Connection, ConnectionKind } from '#contract/connections/calls.ts';
import { CONNECTION_TROUBLES } from '#contract/connections/values.ts';
import { wordIn } from '#web/lib/api/known.ts';
import type { Text } from '#web/lib/format/i18n.ts';
import { appearanceOf } from './connection-appearances.ts';

type Trouble = NonNullable<Connection['trouble']>;

const LOST_LOGIN: readonly Trouble[] = [
  'token_expired',
  'renewal_lost',
  'wrong_login',
  'wrong_partner_token',
  'application_removed',
];

/** Returns whether the whole connection has to be connected again: problems of its branches are then not shown. */
export function isLoginLost({ trouble }: Pick<Connection, 'trouble'>): boolean {
  return trouble !== null && LOST_LOGIN.includes(trouble);
}

/** Returns the problem of a connection, and its solution. */
export function troubleWords(t: Text, kind: ConnectionKind, trouble: Trouble): { title: string; todo: string } {
  const own = ownTexts(kind, trouble);
  if (own) return { title: t(`${own}.title`), todo: t(`${own}.todo`) };
  const values = { system: t(`app:menu.${kind}`) };
  return {
    title: t(`connections:trouble.${trouble}.title`, values),
    todo: t(`connections:trouble.${trouble}.todo`, values),
  };
}

/** Why a branch could not be read: the vendor's answer, or our words where it has none. */
export function branchErrorWords(
  t: Text,
  kind: ConnectionKind,
  { syncError }: Pick<Branch, 'syncError'>,
): string | null {
  if (syncError === null) return null;
  const trouble = wordIn(CONNECTION_TROUBLES, syncError);
  if (trouble) return troubleWords(t, kind, trouble).title;
  return t('connections:vendor_says', { system: t(`app:menu.${kind}`), text: syncError });
}

/** The key of a kind's own texts about a problem. */
function ownTexts(kind: ConnectionKind, trouble: Trouble) {
  const { ownTroubles } = appearanceOf(kind);
  if (ownTroubles === null) return null;
  if (ownTroubles.texts === 'connections:amo.trouble') {
    const known = ownTroubles.troubles.find((one) => one === trouble);
    return known ? (`${ownTroubles.texts}.${known}` as const) : null;
  }
  if (ownTroubles.texts === 'connections:medflex.trouble') {
    const known = ownTroubles.troubles.find((one) => one === trouble);
    return known ? (`${ownTroubles.texts}.${known}` as const) : null;
  }
  if (ownTroubles.texts === 'connections:shopify.trouble') {
    const known = ownTroubles.troubles.find((one) => one === trouble);
    return known ? (`${ownTroubles.texts}.${known}` as const) : null;
  }
  const known = ownTroubles.troubles.find((one) => one === trouble);
  return known ? (`${ownTroubles.texts}.${known}` as const) : null;
}
