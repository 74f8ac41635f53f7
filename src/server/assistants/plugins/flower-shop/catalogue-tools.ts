import { withTenant } from '#server/platform/database/db.ts';
import { minorUnits, sumIn } from '#server/texts/content/format-rules.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { readDay } from '#server/assistants/plugins/result-rules.ts';
import { type FoundGood, listCategories, searchGoods } from './catalogue-queries.ts';
import { wantedStems } from './catalogue-rules.ts';
import { type FlowerDesk, showDays, showZones } from './flower-desk.ts';

// NOTE: a process: it answers calls of the model, each in a transaction of its own.

const MOST_SHOWN = 6;
const MOST_FOUND = 30;
const MOST_CATEGORIES = 20;
const LONGEST_DESCRIPTION = 160;

export type Searched = { words: string; max_price: number | null };

/** Goods that fit a client's words, the best first and of these the cheaper; nothing that is sold out. */
export async function searchCatalogue(desk: FlowerDesk, { words, max_price: most }: Searched) {
  const { ctx, scope, assistantId } = desk;
  return withTenant(ctx, scope.tenantId, async (tx) => {
    const { currency } = await getTenant(tx);
    const maxPrice = most !== null && most > 0 ? most : null;
    const wanted = wantedStems(words, maxPrice);
    const maxMinor = maxPrice === null ? null : Math.round(minorUnits(maxPrice, currency));
    const within = best(await searchGoods(tx, assistantId, { words: wanted, maxMinor, limit: MOST_FOUND }));
    if (within.length > 0) {
      const more = within.length - MOST_SHOWN;
      return {
        ok: true,
        items: within.slice(0, MOST_SHOWN).map((good) => show(desk, good)),
        ...(more > 0 && { more }),
      };
    }
    const dearer =
      maxMinor === null ? [] : await searchGoods(tx, assistantId, { words: wanted, maxMinor: null, limit: 3 });
    if (dearer.length > 0)
      return {
        ok: false,
        reason: 'dearer',
        next: 'Nothing like it costs so little: tell the client, and offer these dearer ones.',
        items: dearer.map((good) => show(desk, good)),
      };
    const categories = await listCategories(tx, assistantId, MOST_CATEGORIES);
    const next =
      categories.length > 0
        ? 'This is not sold: do not promise it. Offer one of these categories, or search with other words.'
        : 'Nothing like it is sold: do not promise it. Search with other words, or hand over to a person.';
    return { ok: false, reason: 'not_in_catalogue', next, categories };
  });
}

/** Returns the goods with the highest score. */
const best = (goods: readonly FoundGood[]) => goods.filter(({ score }) => score === goods[0]?.score);

const show = ({ scope }: FlowerDesk, { sku, title, description, category, price }: FoundGood) => ({
  sku,
  title,
  price: sumIn(price.amountMinor, price.currency, scope.language),
  category,
  description: description.length > LONGEST_DESCRIPTION ? `${description.slice(0, LONGEST_DESCRIPTION)}…` : description,
});

/** When and where orders are delivered or picked up, and what that costs. */
export async function listDeliveryTimes(desk: FlowerDesk, { day }: { day: string | null }) {
  const { ctx, scope, plugin } = desk;
  const { currency } = await withTenant(ctx, scope.tenantId, (tx) => getTenant(tx));
  const wanted = day === null ? null : readDay(day);
  const days = showDays(desk, wanted);
  const isOther = wanted !== null && days[0]?.day !== wanted.toString();
  return {
    ok: true,
    days,
    ...(isOther && { note: 'That day is over or too far ahead: these are the next ones.' }),
    delivery: showZones(desk, currency),
    ...(plugin.freeFromMinor !== null && {
      free_delivery_from: sumIn(plugin.freeFromMinor, currency, scope.language),
    }),
    pickup_address: plugin.pickupAddress || null,
  };
}
