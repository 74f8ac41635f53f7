import type { Insertable } from 'kysely';
import type pg from 'pg';
import { TenantId } from '#contract/tenants/ids.ts';
import type { DB } from '#server/platform/database/schema.gen.ts';
import type { Vault } from '#server/platform/secrets/vault.ts';
type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name;
/** Columns of a table in camel case; columns left out are invented. */
export type Given<Table extends keyof DB> = {
    [Column in keyof Insertable<DB[Table]> & string as Camel<Column>]?: Written<Insertable<DB[Table]>[Column]>;
};
/** An instant may be given as a string. */
type Written<Value> = Temporal.Instant extends Value ? Value | string : Value;
/**
 * Builders of real rows. Each creates the parents that are not given, all of one tenant.
 * @param owner sees every tenant, so that a test can create states that the product could not
 * @param vault encrypts the credentials of channels and connections; without it nothing can decrypt them
 */
export declare function builders(owner: pg.Pool, vault?: Vault): {
    aRehearsal: (given?: Given<'rehearsals'>) => Promise<{
        tenantId: string & import("zod").$brand<"TenantId">;
        id: string & import("zod").$brand<"RehearsalId">;
    }>;
    aTransfer: (given?: Given<'sender_transfers'>) => Promise<{
        tenantId: string & import("zod").$brand<"TenantId">;
        id: string & import("zod").$brand<"TransferId">;
    }>;
    anOffer: (given?: Given<'sender_offers'>) => Promise<{
        tenantId: string & import("zod").$brand<"TenantId">;
        id: string & import("zod").$brand<"TransferId">;
    }>;
    aSender: (given?: Given<'senders'>) => Promise<{
        tenantId: string & import("zod").$brand<"TenantId">;
        id: string & import("zod").$brand<"SenderId">;
    }>;
    aTenant: (given?: Given<'tenants'> & {
        available?: number;
    }) => Promise<TenantId>;
    aMember: (given?: Given<'members'>) => Promise<{
        tenantId: string & import("zod").$brand<"TenantId">;
        id: string & import("zod").$brand<"MemberId">;
        email: string;
    }>;
    aContact: (given?: Given<'contacts'>) => Promise<{
        tenantId: string & import("zod").$brand<"TenantId">;
        id: string & import("zod").$brand<"ContactId">;
        phone: string | null;
    }>;
    aConnection: (given?: Given<'connections'>) => Promise<{
        tenantId: string & import("zod").$brand<"TenantId">;
        id: string & import("zod").$brand<"ConnectionId">;
    }>;
    aBranch: (given?: Given<'branches'>) => Promise<{
        tenantId: string & import("zod").$brand<"TenantId">;
        id: string & import("zod").$brand<"BranchId">;
        connectionId: string & import("zod").$brand<"ConnectionId">;
    }>;
    aMaster: (given?: Given<'masters'>) => Promise<{
        tenantId: string & import("zod").$brand<"TenantId">;
        id: string & import("zod").$brand<"MasterId">;
        branchId: string & import("zod").$brand<"BranchId">;
    }>;
    aService: (given?: Given<'services'>) => Promise<{
        tenantId: string & import("zod").$brand<"TenantId">;
        id: string & import("zod").$brand<"ServiceId">;
        branchId: string & import("zod").$brand<"BranchId">;
    }>;
    aVisit: (given?: Given<'visits'>) => Promise<{
        tenantId: string & import("zod").$brand<"TenantId">;
        id: string & import("zod").$brand<"VisitId">;
        branchId: string & import("zod").$brand<"BranchId">;
        contactId: (string & import("zod").$brand<"ContactId">) | null;
    }>;
    aChannel: (given?: Given<'channels'>) => Promise<{
        tenantId: string & import("zod").$brand<"TenantId">;
        id: string & import("zod").$brand<"ChannelId">;
    }>;
    anAddress: (given?: Given<'contact_addresses'>) => Promise<{
        tenantId: string & import("zod").$brand<"TenantId">;
        id: string;
        contactId: string & import("zod").$brand<"ContactId">;
        channelId: string & import("zod").$brand<"ChannelId">;
        channelUserId: string;
    }>;
    anOptOut: (given?: Given<'opt_outs'>) => Promise<{
        tenantId: string & import("zod").$brand<"TenantId">;
        id: string & import("zod").$brand<"OptOutId">;
        phone: string;
    }>;
    aConversation: (given?: Given<'conversations'>) => Promise<{
        tenantId: string & import("zod").$brand<"TenantId">;
        id: string & import("zod").$brand<"ConversationId">;
        contactId: string & import("zod").$brand<"ContactId">;
        channelId: string & import("zod").$brand<"ChannelId">;
        addressId: string;
    }>;
    aFlow: (given?: Given<'flows'>) => Promise<{
        tenantId: string & import("zod").$brand<"TenantId">;
        id: string & import("zod").$brand<"SenderId"> & import("zod").$brand<"FlowId">;
    }>;
    aMailing: (given?: Given<'mailings'>) => Promise<{
        tenantId: string & import("zod").$brand<"TenantId">;
        id: string & import("zod").$brand<"SenderId"> & import("zod").$brand<"MailingId">;
    }>;
    aMessage: (given?: Given<'messages'>) => Promise<{
        tenantId: string & import("zod").$brand<"TenantId">;
        id: string & import("zod").$brand<"MessageId">;
        contactId: (string & import("zod").$brand<"ContactId">) | null;
        channelId: string & import("zod").$brand<"ChannelId">;
    }>;
};
export {};
