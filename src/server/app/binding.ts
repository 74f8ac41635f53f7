import type { FastifyInstance } from 'fastify';
import { type ContactMerge, contactsMerged } from '#server/contacts/jobs.ts';
import { lastSentButtons } from '#server/delivery/planning/actions.ts';
import { countDueByChannel, countPlannedOfChannel } from '#server/delivery/planning/due-count-queries.ts';
import { postReply } from '#server/delivery/threads/reply-actions.ts';
import { shortenLinks } from '#server/links/shortening-actions.ts';
import type { Context } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { Subscriber, Subscriptions } from '#server/platform/events/events.ts';
import { sweepInbox } from '#server/platform/webhooks/inbox.ts';
import type { Repeat, Work } from '#server/platform/runner/job-runner.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { sweep } from '#server/platform/runner/sweep.ts';
import { handle, type TransactionHandler } from '#server/platform/events/transaction-events.ts';
import { serveWebhooks } from '#server/platform/webhooks/webhook-intake.ts';
import type { Product, Providers, Room } from '#server/room.ts';
import { CABINET, countBranches } from './cabinet.ts';
import { serveClientConfig } from './client-config.ts';
import { moveContactRows } from './contact-tables.ts';
import { listPaidItems } from './paid-items.ts';

/** The rooms of a process, lower first, and the outside services they are given. */
export type Composition = { rooms: readonly Room[]; providers: Providers };

/** Binds the calls, pages and webhooks of the rooms. */
export function serveRooms(serve: Serve, app: FastifyInstance, ctx: Context, { rooms, providers }: Composition): void {
  const product = gather(rooms, providers);
  serveClientConfig(serve);
  serveWebhooks(app, ctx, new Map(rooms.flatMap((room) => [...(room.webhooks?.(ctx, product) ?? [])])));
  for (const room of rooms) {
    room.serve?.(serve, product);
    room.pages?.(app, ctx, product);
  }
}

/** Binds the jobs of the rooms and their schedules. */
export function workRooms(work: Work, repeat: Repeat, { rooms, providers }: Composition): void {
  const product = gather(rooms, providers);
  repeat('platform.sweep', '*/10 * * * *', sweep);
  repeat('platform.sweep-inbox', '17 * * * *', sweepInbox);
  for (const room of rooms) room.work?.(work, repeat, product);
}

/** The handlers of each event. */
export function subscriptions(rooms: readonly Room[]): Subscriptions {
  return { jobs: subscribersByEvent(rooms), handlers: handlersByEvent(rooms) };
}

/** Collects what the rooms declare for each other. */
function gather(rooms: readonly Room[], providers: Providers): Product {
  const senders = rooms.flatMap((room) => room.senders ?? []);
  return {
    providers,
    policySenders: new Map(senders.flatMap(({ kind, underPolicy }) => (underPolicy ? [[kind, underPolicy]] : []))),
    senderKits: new Map(senders.flatMap(({ kind, kit }) => (kit ? [[kind, kit]] : []))),
    dueChecks: new Map(senders.flatMap(({ kind, checkDue }) => (checkDue ? [[kind, checkDue]] : []))),
    sendersAtWork: senders.flatMap(({ listAtWork }) => listAtWork ?? []),
    templateUses: senders.flatMap(({ listTemplates }) => listTemplates ?? []),
    fileUses: rooms.flatMap(({ listFiles }) => listFiles ?? []),
    uploads: rooms.flatMap(({ uploads }) => uploads ?? []),
    visitPageParts: rooms.flatMap(({ visitPagePart }) => visitPagePart ?? []),
    sources: Object.assign({}, ...rooms.map(({ sources }) => sources)), // NOTE: whole where all rooms are bound; a test may bind fewer
    commandKinds: new Map(rooms.flatMap(({ commands }) => (commands ?? []).map((kind) => [kind.name, kind]))),
    cabinet: CABINET,
    countBranches,
    listPaidItems,
    answering: {
      responders: rooms.flatMap(({ responders }) => responders ?? []),
      listQuestions: lastSentButtons,
      postReply,
    },
    shortenLinks,
    countDueMessages: countDueByChannel,
    countPlannedMessages: countPlannedOfChannel,
  };
}

/** Event → the jobs queued for it. */
function subscribersByEvent(rooms: readonly Room[]): Subscriptions['jobs'] {
  const found = new Map<string, Subscriber[]>();
  for (const subscriber of rooms.flatMap(({ follows }) => follows ?? []))
    for (const { name } of subscriber.on) found.set(name, [...(found.get(name) ?? []), subscriber]);
  return found;
}

/** Event → its handlers in the same transaction. */
function handlersByEvent(rooms: readonly Room[]): Subscriptions['handlers'] {
  const merge = handle(contactsMerged, (scope, contacts) => mergeRows(rooms, scope, contacts));
  const found = new Map<string, TransactionHandler<never>[]>();
  for (const { event, run } of [merge, ...rooms.flatMap(({ handles }) => handles ?? [])])
    found.set(event, [...(found.get(event) ?? []), run]);
  return found;
}

/** Gives the rows of a merged contact to the one that remains, in every room. */
async function mergeRows(rooms: readonly Room[], scope: TenantScope, contacts: ContactMerge): Promise<void> {
  await moveContactRows(scope, ['events'], contacts);
  for (const room of rooms) {
    await room.mergeContacts?.(scope, contacts);
    await moveContactRows(scope, room.contactTables ?? [], contacts);
  }
}
