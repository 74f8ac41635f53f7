import type { z } from 'zod';
import type { Channel, ChannelId, ChannelKind, getChannel } from '#contract/channels/calls.ts';
import { OFFERED_KINDS } from '#contract/channels/kinds.ts';
import type { Scoped } from '#server/platform/database/db.ts';
import type { Context } from '#server/platform/context/context.ts';
import { countUnreadable, listUnreadable } from '#server/platform/webhooks/inbox.ts';
import { Problem } from '#server/platform/values/problem.ts';
import type { ChannelProviders } from '#server/channels/port.ts';
import type { CountDueMessages } from '#server/channels/senders-port.ts';
import { type ChannelRow, findChannel, listChannelRows, listPausesLeft } from '#server/channels/storage/queries.ts';
import { isLow } from '#server/channels/storage/rules.ts';
import { listTemplateRows } from '#server/channels/storage/template-queries.ts';
import { listWarmUps, type WarmUpToday } from '#server/channels/warm-up/warm-up-actions.ts';
import { newContactsOn } from '#server/channels/warm-up/warm-up-rules.ts';

type Viewing = Pick<Context, 'clock'> & { providers: ChannelProviders; countDueMessages: CountDueMessages };

export async function viewChannels(scope: Scoped<Viewing>, kind: ChannelKind | undefined): Promise<Channel[]> {
  const rows = await listChannelRows(scope, kind);
  return view(
    scope,
    rows.filter((row) => OFFERED_KINDS.includes(row.kind)),
  );
}

export async function viewChannel(scope: Scoped<Viewing>, row: ChannelRow): Promise<Channel> {
  const [channel] = await view(scope, [row]);
  if (!channel) throw new Problem('channel.not_found');
  return channel;
}

const SHOWN_UNREADABLE = 20;

/** Describes one channel with its templates and its unreadable payloads. */
export async function viewChannelDetails(
  scope: Scoped<Viewing>,
  channelId: ChannelId,
): Promise<z.input<typeof getChannel.reply>> {
  const row = await findChannel(scope, channelId);
  if (!row || row.removedAt) throw new Problem('channel.not_found');
  const unreadable = await listUnreadable(scope, channelId, { now: scope.clock.now(), limit: SHOWN_UNREADABLE });
  return {
    ...(await viewChannel(scope, row)),
    templates: await listTemplateRows(scope, channelId),
    unreadable: unreadable.map((payload) => ({ ...payload, receivedAt: payload.receivedAt.toString() })),
  };
}

/** Five queries, however many channels there are. */
async function view(scope: Scoped<Viewing>, rows: readonly ChannelRow[]): Promise<Channel[]> {
  const ids = rows.map(({ id }) => id);
  const now = scope.clock.now();
  const unreadable = await countUnreadable(scope, ids, now);
  const waiting = await scope.countDueMessages(scope, ids, now);
  const rests = await listPausesLeft(scope, ids);
  const warmUps = await listWarmUps(scope, ids);
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
    templatesReadAt: row.templatesReadAt?.toString() ?? null,
    templatesTrouble: row.templatesTrouble,
    restsUntil: untilOf(rests.get(row.id), now),
    lastInboundAt: row.lastInboundAt?.toString() ?? null,
    lastSentAt: row.lastSentAt?.toString() ?? null,
    quality: row.quality,
    peoplePerDay: row.peoplePerDay,
    sharesLimit:
      row.portfolio !== null && rows.some(({ id, portfolio }) => id !== row.id && portfolio === row.portfolio),
    unreadableCount: unreadable.get(row.id) ?? 0,
    waitingCount: waiting.get(row.id) ?? 0,
    startUrl:
      scope.providers
        .get(row.kind)
        ?.startUrl?.({ externalId: row.externalId ?? '', address: row.address, name: null }, null) ?? null,
    warmUp: viewWarmUp(warmUps.get(row.id)),
    balance: row.balance && { ...row.balance, isLow: isLow(row.kind, row.balance) },
    createdAt: row.createdAt.toString(),
  }));
}

function untilOf(restMs: number | undefined, now: Temporal.Instant): string | null {
  return restMs === undefined ? null : now.add({ milliseconds: Math.ceil(restMs) }).toString();
}

function viewWarmUp(warmUp: WarmUpToday | undefined): Channel['warmUp'] {
  if (!warmUp) return null;
  const { day, health, startedToday } = warmUp;
  return { day, health, newContacts: startedToday, mostNewContacts: newContactsOn(warmUp) };
}
