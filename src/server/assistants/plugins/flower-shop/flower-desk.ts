import type { AssistantId } from '#contract/assistants/calls.ts';
import type { FlowerShopPlugin } from '#contract/assistants/flower-shop/settings.ts';
import type { ConversationId } from '#contract/conversations/calls.ts';
import { showMoment } from '#server/assistants/plugins/result-rules.ts';
import type { ToolScope } from '#server/assistants/plugins/tool-scope.ts';
import type { Context } from '#server/platform/context/context.ts';
import { sumIn } from '#server/texts/content/format-rules.ts';
import { nextOpenDays, type OpenDay, openHours } from './timing-rules.ts';

/** The bounds and services of the functions of a flower shop. */
export type FlowerDesk = {
  ctx: Context;
  scope: ToolScope;
  assistantId: AssistantId;
  /** Null: a trial, or there is none. */
  conversationId: ConversationId | null;
  plugin: FlowerShopPlugin;
  /** IANA, of the shop. */
  timeZone: string;
};

export type ShownDay = { day: string; weekday: string; from: string; until: string };

const showDay = ({ day, from, until }: OpenDay): ShownDay => ({
  day: day.toString(),
  weekday: showMoment(day.toZonedDateTime('UTC').toInstant(), 'UTC').weekday,
  from,
  until,
});

const DAYS_SHOWN = 3;

/** The hours of a day, or of the next days where it is none or over. */
export function showDays({ ctx, plugin, timeZone }: FlowerDesk, day: Temporal.PlainDate | null): ShownDay[] {
  const now = ctx.clock.now().toZonedDateTimeISO(timeZone);
  const wanted = day && openHours(plugin, day, now);
  return wanted ? [showDay(wanted)] : nextOpenDays(plugin, now, DAYS_SHOWN).map(showDay);
}

export const showZones = ({ plugin, scope }: FlowerDesk, currency: string) =>
  plugin.zones.map(({ title, priceMinor }) => ({
    zone: title,
    price: sumIn(priceMinor, currency, scope.language) || 'free',
  }));
