import type { noteVisit } from '#contract/partners/calls.ts';
import { FIRST_TOUCH_DAYS } from '#contract/partners/values.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { Context, PublicContext } from '#server/platform/context/context.ts';
import { visitorOf } from '#server/platform/context/visitor.ts';
import { withSystem, withTenant } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { keepCampaign } from '#server/tenants/actions.ts';
import {
  deleteTouchesBefore,
  findOfferedCode,
  findOfferedCodeById,
  findTouch,
  insertClick,
  insertOrigin,
  keepTouch,
  putReferral,
} from './touch-queries.ts';

// NOTE: a process: it acts for visitors without a cabinet, and in the cabinets of a partner and of a friend.

/**
 * Keeps the first visit of the caller's device, and counts the visitor for the code of the link. A visit with nothing to keep
 * writes nothing.
 */
export async function keepVisit(
  ctx: PublicContext,
  { code, utmTag }: BodyOf<typeof noteVisit>,
): Promise<ReplyOf<typeof noteVisit>> {
  const [visitor, now] = [visitorOf(ctx), ctx.clock.now()];
  const found = code ? await withSystem(ctx, (scope) => findOfferedCode(scope, code, now)) : undefined;
  if (!found && !utmTag) return { discountPercent: null };
  const touch = await withSystem(ctx, (scope) =>
    keepTouch(scope, visitor, {
      utmTag: utmTag ?? null,
      promoCodeId: found?.promoCodeId ?? null,
      ownerId: found?.ownerId ?? null,
      landedAt: now,
    }),
  );
  ctx.keepDevice();
  if (found) {
    const day = now.toString().slice(0, 10);
    await withTenant(ctx, found.ownerId, (scope) =>
      insertClick(scope, { promoCodeId: found.promoCodeId, visitor, day }),
    );
  }
  const { promoCodeId } = touch;
  const given =
    promoCodeId && promoCodeId !== found?.promoCodeId
      ? await withSystem(ctx, (scope) => findOfferedCodeById(scope, promoCodeId, now))
      : found;
  return { discountPercent: given?.discountPercent ?? null };
}

/** Binds the first visit of a device to the cabinet that was registered on it. Safe to run twice. */
export async function bindRegistration(
  ctx: Context,
  about: { tenantId: TenantId; visitor: string; registeredAt: Temporal.Instant },
): Promise<void> {
  const { tenantId, registeredAt } = about;
  const touch = await withSystem(ctx, (scope) => findTouch(scope, about.visitor));
  if (!touch) return;
  await withTenant(ctx, tenantId, async (scope) => {
    await insertOrigin(scope, touch, registeredAt);
    if (touch.utmTag) await keepCampaign(scope, touch.utmTag);
    await announce(scope, 'partners');
  });
  const { ownerId, promoCodeId } = touch;
  if (!ownerId || !promoCodeId) return;
  await withTenant(ctx, ownerId, async (scope) => {
    await putReferral(scope, { promoCodeId, friendId: tenantId }, { registeredAt, paidAt: null });
    await announce(scope, 'partners');
  });
}

/** Deletes first visits of people who have not registered since. */
export async function deleteOldTouches(ctx: Context): Promise<void> {
  const before = ctx.clock.now().subtract({ hours: 24 * FIRST_TOUCH_DAYS });
  await withSystem(ctx, (scope) => deleteTouchesBefore(scope, before));
}
