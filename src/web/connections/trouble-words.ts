import type { Connection, ConnectionKind } from '#contract/connections.ts';
import type { Text } from '#web/lib/i18n.ts';
import { appearanceOf } from './connection-appearances.ts';

type Trouble = NonNullable<Connection['trouble']>;

/** Nothing of a branch can be mended before the connection is made anew: its own troubles are not told. */
export function isLoginLost({ trouble }: Pick<Connection, 'trouble'>): boolean {
  return trouble === 'token_expired' || trouble === 'wrong_login' || trouble === 'wrong_partner_token';
}

/** What is wrong with a connection of a kind, and what to do about it. */
export function troubleWords(t: Text, kind: ConnectionKind, trouble: Trouble): { title: string; todo: string } {
  const { ownTroubles } = appearanceOf(kind);
  const own = ownTroubles?.troubles.find((one) => one === trouble);
  if (ownTroubles && own)
    return { title: t(`${ownTroubles.texts}.${own}.title`), todo: t(`${ownTroubles.texts}.${own}.todo`) };
  const values = { system: t(`app:menu.${kind}`) };
  return {
    title: t(`connections:trouble.${trouble}.title`, values),
    todo: t(`connections:trouble.${trouble}.todo`, values),
  };
}
