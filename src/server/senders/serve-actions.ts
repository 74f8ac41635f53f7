import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { PageQuery } from '#contract/primitives.ts';
import type { SenderId } from '#contract/senders/calls.ts';
import type { TransferId, TransferTo } from '#contract/senders/transfers.ts';
import type { SenderWire } from '#contract/senders/wire.ts';
import type { TextReplacement } from '#contract/texts/replacements.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { changeMany, changeOne } from './changes/bulk-actions.ts';
import { findTexts, type ReplaceIn, replaceTexts, type Search } from './changes/replacing-actions.ts';
import type { SenderChange, SenderKit, TextsKit } from './port.ts';
import { acceptOffer, declineOffer } from './transfers/offers.ts';
import { cancelTransfer, listTransfers, send } from './transfers/transfers.ts';
import { listHistory, type RollBack, rollBack, rollBackMany } from './versions/history-actions.ts';

type Call<Body = unknown, Query = unknown, Params = unknown> = Endpoint<
  'member' | 'owner',
  z.ZodType<Params>,
  z.ZodType<Query>,
  z.ZodType<Body>,
  z.ZodType
>;

/** The calls of one kind of sender, as the contract declares them. */
export type SenderCalls = {
  /** Changes of one, by their names in changes of many. */
  changes: Readonly<Record<string, Call>>;
  listVersions: Call<unknown, z.output<typeof PageQuery>>;
  rollBack: Call<RollBack>;
  rollBackMany: Call;
  changeMany: Call<{ change: SenderChange; isTrial: boolean }>;
  findTexts: Call<Search>;
  replaceTexts: Call<TextReplacement>;
  listTransfers: Call;
  send: Call<z.output<typeof TransferTo>>;
  cancelTransfer: Call<unknown, unknown, { transferId: TransferId }>;
  acceptOffer: Call<unknown, unknown, { offerId: TransferId }>;
  declineOffer: Call<unknown, unknown, { offerId: TransferId }>;
};

/** Binds the calls that every kind of sender has. */
export function serveSender(serve: Serve, kit: SenderKit, calls: SenderCalls): void {
  serveHistory(serve, kit, calls);
  serveChanges(serve, kit, calls);
  serveMany(serve, kit, calls);
  serveTexts(serve, kit, calls);
  serveTransfers(serve, kit, calls);
}

function serveHistory(serve: Serve, kit: SenderKit, calls: SenderCalls): void {
  const { wire } = kit;
  serve.inTenant(calls.listVersions, (scope, { params, query }) => listHistory(scope, kit, idIn(wire, params), query));
  serve.inTenant(calls.rollBack, (scope, { params, body }) => rollBack(scope, kit, idIn(wire, params), body));
  serve.inTenant(calls.rollBackMany, async (scope, { body }) => ({
    outcomes: namedIn(wire, await rollBackMany(scope, kit, manyIn<RollBack>(wire, body))),
  }));
}

function serveChanges(serve: Serve, kit: SenderKit, { changes }: SenderCalls): void {
  for (const [action, call] of Object.entries(changes))
    serve.inTenant(call, async (scope, { params, body }) => {
      const id = idIn(kit.wire, params);
      await changeOne(scope, kit, id, { ...Object(body), action });
      return action === 'delete' ? {} : kit.get(scope, id);
    });
}

function serveMany(serve: Serve, kit: SenderKit, calls: SenderCalls): void {
  const { wire } = kit;
  serve(calls.changeMany, async (ctx, { body: { change, isTrial } }) => {
    const reply = await changeMany(ctx, kit, { change, ids: idsIn(wire, change), isTrial });
    const undo = reply.undo.map((back) => ({ ...back.change, [`${wire.id}s`]: back.rows.map(({ id }) => id) }));
    return { ...reply.facts, outcomes: namedIn(wire, reply.outcomes), undo };
  });
}

/** Binds find and replace alone. */
export function serveTexts(serve: Serve, kit: TextsKit, calls: Pick<SenderCalls, 'findTexts' | 'replaceTexts'>): void {
  const { wire } = kit;
  serve.inTenant(calls.findTexts, async (scope, { body }) => {
    const { items, nextCursor } = await findTexts(scope, kit, body);
    return { items: namedIn(wire, items), nextCursor };
  });
  serve.inTenant(calls.replaceTexts, async (scope, { body }) => ({
    outcomes: namedIn(wire, await replaceTexts(scope, kit, body, manyIn<ReplaceIn>(wire, body))),
  }));
}

function serveTransfers(serve: Serve, kit: SenderKit, calls: SenderCalls): void {
  const { wire } = kit;
  serve.inTenant(calls.listTransfers, (scope) => listTransfers(scope, kit));
  serve.inTenant(calls.send, (scope, { body }) => send(scope, kit, { ...body, ids: idsIn(wire, body) }));
  serve.inTenant(calls.cancelTransfer, async (scope, { params }) => {
    await cancelTransfer(scope, kit, params.transferId);
    return {};
  });
  serve.inTenant(calls.acceptOffer, async (scope, { params }) => ({
    [`${wire.id}s`]: await acceptOffer(scope, kit, params.offerId),
  }));
  serve.inTenant(calls.declineOffer, async (scope, { params }) => {
    await declineOffer(scope, kit, params.offerId);
    return {};
  });
}

// NOTE: the compiler does not follow names that differ by kind; the calls' own schemas have parsed what is read by them.

const idIn = ({ id }: SenderWire, params: unknown) => (params as Record<string, SenderId>)[id] as SenderId;

const idsIn = ({ id }: SenderWire, change: unknown) => (change as Record<string, SenderId[]>)[`${id}s`] ?? [];

function manyIn<Request>(wire: SenderWire, body: unknown): (Request & { id: SenderId })[] {
  const many = (body as Record<string, Request[]>)[wire.many] ?? [];
  return many.map((request) => ({ ...request, id: idIn(wire, request) }));
}

const namedIn = (wire: SenderWire, some: readonly { id: SenderId }[]) =>
  some.map(({ id, ...rest }) => ({ [wire.id]: id, ...rest }));
