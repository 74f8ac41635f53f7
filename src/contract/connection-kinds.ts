import type { ConnectionKindDeclaration } from './connection-kind.ts';
import { ALTEGIO } from './connection-kinds/altegio.ts';
import { API } from './connection-kinds/api.ts';
import { IIKO } from './connection-kinds/iiko.ts';
import { YCLIENTS } from './connection-kinds/yclients.ts';

/** Every kind of connection, by the name it has in the API and in the database; in the order people are offered them. */
export const CONNECTION_KIND_DECLARATIONS = {
  yclients: YCLIENTS,
  altegio: ALTEGIO,
  iiko: IIKO,
  api: API,
} as const satisfies Record<string, ConnectionKindDeclaration>;

export type ConnectionKindName = keyof typeof CONNECTION_KIND_DECLARATIONS;

/** Where facts come from; `api`: the business's own programs post them. */
export const CONNECTION_KINDS = Object.keys(CONNECTION_KIND_DECLARATIONS) as ConnectionKindName[]; // NOTE: `keys` forgets their type

/** The kind whose connection the product makes by itself, for what programs post. */
export const API_KIND = 'api' satisfies ConnectionKindName;

export const connectionKind = (kind: ConnectionKindName): ConnectionKindDeclaration =>
  CONNECTION_KIND_DECLARATIONS[kind];

/** Whether orders are read from a kind, and not visits. */
export const readsOrders = (kind: ConnectionKindName): boolean => connectionKind(kind).reads === 'orders';

/** Whether a kind is asked for what it knows, as opposed to programs that post by themselves. */
export const isPolled = (kind: ConnectionKindName): boolean => connectionKind(kind).reads !== null;
