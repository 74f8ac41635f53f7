import {
  CONNECTION_KIND_DECLARATIONS,
  CONNECTION_KINDS,
  connectionKind,
  type ConnectionKindName,
} from '#contract/connection-kinds.ts';
import type { Connection } from '#contract/connections.ts';
import type { MarketplaceKind } from '#contract/marketplace.ts';

type Trouble = NonNullable<Connection['trouble']>;

/** Troubles that mean something else to the owner of a system of orders. */
const OF_ORDERS = [
  'wrong_login',
  'token_expired',
  'no_branches',
  'rights_missing',
  'hooks_manual',
  'unreachable',
] as const satisfies readonly Trouble[];

/** Texts and manners of a kind on the screen; texts are keys. */
type Appearance = {
  /** Texts about its branches and records, and about connecting it. */
  texts: 'connections:vendor' | 'connections:iiko';
  /** Troubles with texts of their own, and their place. */
  ownTroubles: { troubles: typeof OF_ORDERS; texts: 'connections:iiko.trouble' } | null;
  /** Owners know branches by their numbers. */
  showsNumbers: boolean;
  /** The marketplace in which it can be connected too. */
  marketplace: MarketplaceKind | null;
};

const BOOKING = { texts: 'connections:vendor', ownTroubles: null, showsNumbers: true } as const;

const APPEARANCES = {
  yclients: { ...BOOKING, marketplace: 'yclients' },
  altegio: { ...BOOKING, marketplace: 'altegio' },
  iiko: {
    texts: 'connections:iiko',
    ownTroubles: { troubles: OF_ORDERS, texts: 'connections:iiko.trouble' },
    showsNumbers: false,
    marketplace: null,
  },
  api: { ...BOOKING, marketplace: null },
} as const satisfies Record<ConnectionKindName, Appearance>;

export const appearanceOf = (kind: ConnectionKindName): Appearance => APPEARANCES[kind];

/** The page on which connections of a kind are made and looked after. */
export const pageOf = (kind: ConnectionKindName) => CONNECTION_KIND_DECLARATIONS[kind].page;

/** A kind that an owner connects by typing something. */
export type TypedKind = {
  [Kind in ConnectionKindName]: (typeof CONNECTION_KIND_DECLARATIONS)[Kind]['ways'] extends readonly [] ? never : Kind;
}[ConnectionKindName];

/** In the order people are offered them. */
export const TYPED_KINDS = CONNECTION_KINDS.filter((kind): kind is TypedKind => connectionKind(kind).ways.length > 0);
