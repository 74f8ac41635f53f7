import {
  CONNECTION_KIND_DECLARATIONS,
  CONNECTION_KINDS,
  CONSENT_KINDS,
  type ConsentKindName,
  connectionKind,
  type ConnectionKindName,
} from '#contract/connections/kinds.ts';
import type { Connection } from '#contract/connections/calls.ts';
import type { MarketplaceKind } from '#contract/connections/marketplace.ts';

type Trouble = NonNullable<Connection['trouble']>;

/** Problems with a different meaning for systems that keep no bookings. */
const WITHOUT_BOOKINGS = [
  'wrong_login',
  'token_expired',
  'no_branches',
  'rights_missing',
  'hooks_manual',
  'unreachable',
] as const satisfies readonly Trouble[];

/** Problems of a CRM's account: it has no login or password of ours. */
const OF_ACCOUNTS = [
  'wrong_login',
  'token_expired',
  'no_branches',
  'rights_missing',
  'licence_expired',
  'application_removed',
  'unreachable',
] as const satisfies readonly Trouble[];

/** Problems of clinics: a token opens them. */
const OF_CLINICS = ['wrong_login', 'token_expired', 'no_branches'] as const satisfies readonly Trouble[];

/** Problems of a shop: it is known by its domain. */
const OF_SHOPS = ['wrong_address', 'token_expired'] as const satisfies readonly Trouble[];

/** Texts and layout of a kind; texts are keys. */
type Appearance = {
  /** Texts about its branches and records, and about connecting it. */
  texts:
    | 'connections:vendor'
    | 'connections:iiko'
    | 'connections:amo'
    | 'connections:chatwoot'
    | 'connections:medflex'
    | 'connections:shopify';
  /** Problems with texts of their own, and their keys. */
  ownTroubles:
    | { troubles: typeof WITHOUT_BOOKINGS; texts: 'connections:iiko.trouble' | 'connections:chatwoot.trouble' }
    | { troubles: typeof OF_ACCOUNTS; texts: 'connections:amo.trouble' }
    | { troubles: typeof OF_CLINICS; texts: 'connections:medflex.trouble' }
    | { troubles: typeof OF_SHOPS; texts: 'connections:shopify.trouble' }
    | null;
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
    ownTroubles: { troubles: WITHOUT_BOOKINGS, texts: 'connections:iiko.trouble' },
    showsNumbers: false,
    marketplace: null,
  },
  chatwoot: {
    texts: 'connections:chatwoot',
    ownTroubles: { troubles: WITHOUT_BOOKINGS, texts: 'connections:chatwoot.trouble' },
    showsNumbers: false,
    marketplace: null,
  },
  amo: {
    texts: 'connections:amo',
    ownTroubles: { troubles: OF_ACCOUNTS, texts: 'connections:amo.trouble' },
    showsNumbers: false,
    marketplace: null,
  },
  medflex: {
    texts: 'connections:medflex',
    ownTroubles: { troubles: OF_CLINICS, texts: 'connections:medflex.trouble' },
    showsNumbers: true,
    marketplace: null,
  },
  shopify: {
    texts: 'connections:shopify',
    ownTroubles: { troubles: OF_SHOPS, texts: 'connections:shopify.trouble' },
    showsNumbers: false,
    marketplace: null,
  },
  api: { ...BOOKING, marketplace: null },
} as const satisfies Record<ConnectionKindName, Appearance>;

export const appearanceOf = (kind: ConnectionKindName): Appearance => APPEARANCES[kind];

/** Returns the page on which connections of a kind are managed. */
export const pageOf = (kind: ConnectionKindName) => CONNECTION_KIND_DECLARATIONS[kind].page;

/** A kind connected by credentials. */
export type TypedKind = {
  [Kind in ConnectionKindName]: (typeof CONNECTION_KIND_DECLARATIONS)[Kind]['ways'] extends readonly [] ? never : Kind;
}[ConnectionKindName];

/** A kind with a page of its own. */
export type PageKind = TypedKind | ConsentKindName;

/** Returns whether the owner allows the access on a page of the system. */
export const isConsentKind = (kind: PageKind): kind is ConsentKindName => CONSENT_KINDS.some((one) => one === kind);

/** In the order people are offered them. */
export const TYPED_KINDS = CONNECTION_KINDS.filter((kind): kind is TypedKind => connectionKind(kind).ways.length > 0);

/** The texts of kinds that are connected by a form too. */
export const formAppearanceOf = (kind: TypedKind) => APPEARANCES[kind];
