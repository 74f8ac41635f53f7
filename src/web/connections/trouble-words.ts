import type { Connection, ConnectionKind } from '#contract/connections/calls.ts';
import type { Text } from '#web/lib/format/i18n.ts';
import { appearanceOf } from './connection-appearances.ts';

type Trouble = NonNullable<Connection['trouble']>;

const LOST_LOGIN: readonly Trouble[] = ['token_expired', 'renewal_lost', 'wrong_login', 'wrong_partner_token'];

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

/** The key of a kind's own texts about a problem. */
function ownTexts(kind: ConnectionKind, trouble: Trouble) {
  const { ownTroubles } = appearanceOf(kind);
  if (ownTroubles === null) return null;
  if (ownTroubles.texts === 'connections:amo.trouble') {
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
