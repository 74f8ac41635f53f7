import type { Connection, ConnectionKind } from '#contract/connections/calls.ts';
import type { Text } from '#web/lib/format/i18n.ts';
import { appearanceOf } from './connection-appearances.ts';

type Trouble = NonNullable<Connection['trouble']>;

/** Returns whether the whole connection has to be connected again: problems of its branches are then not shown. */
export function isLoginLost({ trouble }: Pick<Connection, 'trouble'>): boolean {
  return trouble === 'token_expired' || trouble === 'wrong_login' || trouble === 'wrong_partner_token';
}

/** Returns the problem of a connection, and its solution. */
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
