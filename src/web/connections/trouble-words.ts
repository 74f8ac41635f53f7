import type { Connection, ConnectionKind } from '#contract/connections.ts';
import type { Text } from '#web/lib/i18n.ts';

type Trouble = NonNullable<Connection['trouble']>;

/** Troubles that mean something else to who has a system of orders. */
const OF_ORDERS = [
  'wrong_login',
  'token_expired',
  'no_branches',
  'rights_missing',
  'hooks_manual',
  'unreachable',
] as const satisfies readonly Trouble[];

/** Nothing of a branch can be mended before the connection is made anew: its own troubles are not told. */
export function isLoginLost({ trouble }: Pick<Connection, 'trouble'>): boolean {
  return trouble === 'token_expired' || trouble === 'wrong_login' || trouble === 'wrong_partner_token';
}

/** What is wrong with a connection of a kind, and what to do about it. */
export function troubleWords(t: Text, kind: ConnectionKind, trouble: Trouble): { title: string; todo: string } {
  const own = kind === 'iiko' && OF_ORDERS.find((one) => one === trouble);
  if (own)
    return { title: t(`connections:iiko.trouble.${own}.title`), todo: t(`connections:iiko.trouble.${own}.todo`) };
  const values = { system: t(`app:menu.${kind}`) };
  return {
    title: t(`connections:trouble.${trouble}.title`, values),
    todo: t(`connections:trouble.${trouble}.todo`, values),
  };
}
