import type { FastifyInstance } from 'fastify';
import type { NoticeKind } from '#contract/onboarding/calls.ts';
import type { SenderKind } from '#contract/senders/calls.ts';
import type { Cabinet, TextPhone } from '#server/auth/port.ts';
import type { CountBranches, ListPaidItems, PaymentProvider } from '#server/billing/port.ts';
import type { VisitPagePart } from '#server/booking/port.ts';
import type { ChannelProviders } from '#server/channels/port.ts';
import type { CountDueMessages, CountPlannedMessages, ListSendersAtWork } from '#server/channels/senders-port.ts';
import type { Marketplaces } from '#server/connections/marketplace-port.ts';
import type { SourceProviders } from '#server/connections/port.ts';
import type { CommandKind, CommandKinds } from '#server/connections/command-port.ts';
import type { Sources } from '#server/connections/sync/port.ts';
import type { ContactMerge } from '#server/contacts/jobs.ts';
import type { Answering, Responder } from '#server/conversations/answering/port.ts';
import type { DueCheck, DueChecks, ShortenLinks } from '#server/delivery/port.ts';
import type { Context } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { Subscriber } from '#server/platform/events/events.ts';
import type { Repeat, Work } from '#server/platform/runner/job-runner.ts';
import type { DB as Schema } from '#server/platform/database/schema.gen.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import type { TransactionSubscriber } from '#server/platform/events/transaction-events.ts';
import type { WebhookSources } from '#server/platform/webhooks/webhook-intake.ts';
import type { PolicySender, PolicySenders } from '#server/policy/port.ts';
import type { SenderKit } from '#server/senders/port.ts';
import type { ListTemplateUses } from '#server/templates/port.ts';
import type { ListFileUses, UploadRoute } from '#server/texts/attachments/port.ts';

/** Every outside service, by kind. */
export type Providers = {
  channels: ChannelProviders;
  sourceProviders: SourceProviders;
  marketplaces: Marketplaces;
  /** Texts of the deployment itself; null or absent: it sends none. */
  textPhone?: TextPhone | null;
  /** The acquirer; null where the deployment takes no payments. */
  payments: PaymentProvider | null;
};

/** Given to the rooms by `server/app`: the outside services, and the declarations of the other rooms. */
export type Product = {
  readonly providers: Providers;
  readonly policySenders: PolicySenders;
  /** Kinds of senders with settings of their own. */
  readonly senderKits: ReadonlyMap<SenderKind, SenderKit>;
  /** Called just before a message is sent. */
  readonly dueChecks: DueChecks;
  readonly sendersAtWork: readonly ListSendersAtWork[];
  readonly templateUses: readonly ListTemplateUses[];
  readonly fileUses: readonly ListFileUses[];
  readonly uploads: readonly UploadRoute[];
  readonly visitPageParts: readonly VisitPagePart[];
  readonly sources: Sources;
  readonly commandKinds: CommandKinds;
  readonly cabinet: Cabinet;
  readonly countBranches: CountBranches;
  readonly listPaidItems: ListPaidItems;
  readonly answering: Answering;
  readonly shortenLinks: ShortenLinks;
  readonly countDueMessages: CountDueMessages;
  readonly countPlannedMessages: CountPlannedMessages;
};

/** A kind of sender of a room. */
export type RoomSender = {
  readonly kind: SenderKind;
  /** Decides again just before a message is sent; without it, messages are sent as planned. */
  readonly checkDue?: DueCheck;
  /** The kind's part of the contact policy; without it, its messages do not compete. */
  readonly underPolicy?: PolicySender;
  /** For a kind that members write, save and copy: its part of the kit of senders. */
  readonly kit?: SenderKit;
  readonly listTemplates?: ListTemplateUses;
  /** Lists senders that stop without a channel. */
  readonly listAtWork?: ListSendersAtWork;
};

/** Tables with a column `contact_id`. */
export type ContactTable = {
  [Table in keyof Schema]: Schema[Table] extends { contact_id: unknown } ? Table : never;
}[keyof Schema];

/** Everything a room brings to the product; each part is optional. */
export type Room = {
  /** As in `contract/rooms.ts`. */
  readonly name: string;
  /** Binds calls of the API. */
  serve?(serve: Serve, product: Product): void;
  /** Binds addresses that do not answer in JSON: public pages, uploads, downloads. */
  pages?(app: FastifyInstance, ctx: Context, product: Product): void;
  /** The receivers of `/hooks/<name>/<secret>`, by name. */
  webhooks?(ctx: Context, product: Product): WebhookSources;
  /** Binds jobs and their schedules. */
  work?(work: Work, repeat: Repeat, product: Product): void;
  /** Jobs that are queued for events of lower rooms. */
  readonly follows?: readonly Subscriber[];
  /** Handlers that run in the transaction of an event. */
  readonly handles?: readonly TransactionSubscriber[];
  readonly senders?: readonly RoomSender[];
  /** Answer contacts' messages; tried in the order of the rooms and of this list. */
  readonly responders?: readonly Responder[];
  /** Stores the records that the sync engine reads from outside systems. */
  readonly sources?: Sources;
  /** Writes to outside systems that the room asks for. */
  readonly commands?: readonly CommandKind[];
  /** Lists uploaded files that the room still refers to. */
  readonly listFiles?: ListFileUses;
  readonly uploads?: readonly UploadRoute[];
  readonly visitPagePart?: VisitPagePart;
  /** Tables whose rows move to the remaining contact when two are merged. */
  readonly contactTables?: readonly ContactTable[];
  /** Does what a change of `contact_id` alone does not, before the rows of {@link contactTables} move. */
  mergeContacts?(scope: TenantScope, merge: ContactMerge): Promise<void>;
  /** Notices that the room raises. */
  readonly notices?: readonly NoticeKind[];
};

/** Declares what a room brings; `server/app/rooms.ts` lists the rooms. */
export function defineRoom(room: Room): Room {
  return room;
}
