import type { ConnectionKindDeclaration } from './kind.ts';
import { ALTEGIO } from './kinds/altegio.ts';
import { AMO } from './kinds/amo.ts';
import { API } from './kinds/api.ts';
import { CHATWOOT } from './kinds/chatwoot.ts';
import { IIKO } from './kinds/iiko.ts';
import { MEDFLEX } from './kinds/medflex.ts';
import { SHOPIFY } from './kinds/shopify.ts';
import { YCLIENTS } from './kinds/yclients.ts';

/** Every kind of connection, by its name in the API and in the database; in the order people are offered them. */
export const CONNECTION_KIND_DECLARATIONS = {
  yclients: YCLIENTS,
  altegio: ALTEGIO,
  iiko: IIKO,
  amo: AMO,
  chatwoot: CHATWOOT,
  medflex: MEDFLEX,
  shopify: SHOPIFY,
  api: API,
} as const satisfies Record<string, ConnectionKindDeclaration>;

export type ConnectionKindName = keyof typeof CONNECTION_KIND_DECLARATIONS;

/** Sources of facts; `api`: API clients of the business send them. */
export const CONNECTION_KINDS = Object.keys(CONNECTION_KIND_DECLARATIONS) as ConnectionKindName[]; // NOTE: `keys` loses the key type

/** The kind whose connection is created automatically, for data of API clients. */
export const API_KIND = 'api' satisfies ConnectionKindName;

export const connectionKind = (kind: ConnectionKindName): ConnectionKindDeclaration =>
  CONNECTION_KIND_DECLARATIONS[kind];

/** Returns whether orders are read from a kind, and not visits. */
export const readsOrders = (kind: ConnectionKindName): boolean => connectionKind(kind).reads === 'orders';

/** Kinds that an owner connects on a page of the system. */
export const CONSENT_KINDS = ['amo'] as const satisfies readonly ConnectionKindName[];
export type ConsentKindName = (typeof CONSENT_KINDS)[number];

/** Returns whether a kind is polled; API clients and shops send by themselves. */
export const isPolled = (kind: ConnectionKindName): boolean => connectionKind(kind).pollMinutes !== null;
