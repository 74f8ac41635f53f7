import type { z } from 'zod';
import type { Channel, ChannelId, ChannelKind, getChannel } from '#contract/channels.ts';
import type { Context } from '#server/platform/context.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { countUnreadable, listUnreadable } from '#server/platform/inbox.ts';
import { Problem } from '#server/platform/problem.ts';
import type { ChannelProviders, CountDueMessages } from './port.ts';
import { type ChannelRow, findChannel, listChannelRows, listRests } from './queries.ts';
import { listTemplateRows } from './template-queries.ts';

type Viewing = Pick<Context, 'clock'> & { providers: ChannelProviders; countDueMessages: CountDueMessages };

export async function viewChannels(
  ctx: Viewing,
  scope: TenantScope,
  kind: ChannelKind | undefined,
): Promise<Channel[]> {
  return view(ctx, scope, await listChannelRows(scope, kind));
}

export async function viewChannel(ctx: Viewing, scope: TenantScope, row: ChannelRow): Promise<Channel> {
  const [channel] = await view(ctx, scope, [row]);
  if (!channel) throw new Problem('channel.not_found');
  return channel;
}

const SHOWN_UNREADABLE = 20;

/** Describes one channel with its templates and its unreadable payloads. */
export async function viewChannelWhole(
  ctx: Viewing,
  scope: TenantScope,
  channelId: ChannelId,
): Promise<z.input<typeof getChannel.reply>> {
  const row = await findChannel(scope, channelId);
  if (!row || row.removedAt) throw new Problem('channel.not_found');
  const unreadable = await listUnreadable(scope, channelId, { now: ctx.clock.now(), limit: SHOWN_UNREADABLE });
  return {
    ...(await viewChannel(ctx, scope, row)),
    templates: await listTemplateRows(scope, channelId),
    unreadable: unreadable.map((payload) => ({ ...payload, receivedAt: payload.receivedAt.toString() })),
  };
}

/** Four queries, however many channels there are. */
async function view(ctx: Viewing, scope: TenantScope, rows: readonly ChannelRow[]): Promise<Channel[]> {
  const ids = rows.map(({ id }) => id);
  const now = ctx.clock.now();
  const unreadable = await countUnreadable(scope, ids, now);
  const waiting = await ctx.countDueMessages(scope, ids, now);
  const rests = await listRests(scope, ids);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    title: row.title,
    address: row.address,
    state: row.state,
    trouble: row.trouble,
    troubleText: row.troubleText,
    stateChangedAt: row.stateChangedAt.toString(),
    lastCheckedAt: row.lastCheckedAt?.toString() ?? null,
    isCheckUnanswered: row.isCheckUnanswered,
    restsUntil: untilOf(rests.get(row.id), now),
    lastInboundAt: row.lastInboundAt?.toString() ?? null,
    lastSentAt: row.lastSentAt?.toString() ?? null,
    unreadableCount: unreadable.get(row.id) ?? 0,
    waitingCount: waiting.get(row.id) ?? 0,
    startUrl: ctx.providers.get(row.kind)?.startUrl?.({ ...row, name: null }, null) ?? null,
    createdAt: row.createdAt.toString(),
  }));
}

function untilOf(restMs: number | undefined, now: Temporal.Instant): string | null {
  return restMs === undefined ? null : now.add({ milliseconds: Math.ceil(restMs) }).toString();
}
