import {
  CONNECTION_KIND_DECLARATIONS,
  CONNECTION_KINDS,
  connectionKind,
  type ConnectionKindName,
} from '#contract/connections/kinds.ts';
import type { Connection } from '#contract/connections/calls.ts';
import type { MarketplaceKind } from '#contract/connections/marketplace.ts';

type Trouble = NonNullable<Connection['trouble']>;

/** Problems with a different meaning for order systems. */
const OF_ORDERS = [
  'wrong_login',
  'token_expired',
  'no_branches',
  'rights_missing',
  'hooks_manual',
  'unreachable',
] as const satisfies readonly Trouble[];

/** Texts and layout of a kind; texts are keys. */
type Appearance = {
  /** Texts about its branches and records, and about connecting it. */
  texts: 'connections:vendor' | 'connections:iiko' | 'connections:medflex';
  /** Problems with texts of their own, and their keys. */
  ownTroubles: { troubles: typeof OF_ORDERS; texts: 'connections:iiko.trouble' } | null;
  /** Owners identify branches by their numbers. */
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
  medflex: { texts: 'connections:medflex', ownTroubles: null, showsNumbers: true, marketplace: null },
  api: { ...BOOKING, marketplace: null },
} as const satisfies Record<ConnectionKindName, Appearance>;

export const appearanceOf = (kind: ConnectionKindName): Appearance => APPEARANCES[kind];

/** Returns the page on which connections of a kind are managed. */
export const pageOf = (kind: ConnectionKindName) => CONNECTION_KIND_DECLARATIONS[kind].page;

/** A kind connected by credentials. */
export type TypedKind = {
  [Kind in ConnectionKindName]: (typeof CONNECTION_KIND_DECLARATIONS)[Kind]['ways'] extends readonly [] ? never : Kind;
}[ConnectionKindName];

/** In the order people are offered them. */
export const TYPED_KINDS = CONNECTION_KINDS.filter((kind): kind is TypedKind => connectionKind(kind).ways.length > 0);
