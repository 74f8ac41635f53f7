import * as contract from '#contract/billing/promo-codes.ts';
import type { CountBranches, PaymentProvider } from '#server/billing/port.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { withSystem } from '#server/platform/database/db.ts';
import { createPromoCode, freeCode } from './creating-actions.ts';
import { priceWithPromo } from './entering.ts';
import { getPromoCode, pageOfPromoCodes, pageOfUses, setDisabled, whole } from './listing-actions.ts';

export function servePromoCodes(
  serve: Serve,
  services: { provider: PaymentProvider | null; countBranches: CountBranches },
): void {
  serve(contract.checkPromoCode, (ctx, { body }) => priceWithPromo(ctx, body, services));
  serve(contract.listPromoCodes, (ctx, { query }) => withSystem(ctx, (scope) => pageOfPromoCodes(scope, query)));
  serve(contract.getPromoCode, (ctx, { params }) =>
    withSystem(ctx, (scope) => getPromoCode(scope, params.promoCodeId)),
  );
  serve(contract.listPromoCodeUses, (ctx, { params, query }) =>
    withSystem(ctx, (scope) => pageOfUses(scope, params.promoCodeId, query)),
  );
  serve(contract.changePromoCode, (ctx, { params, body }) =>
    withSystem(ctx, async (scope) => {
      const { isDisabled } = body;
      const promo = await setDisabled(scope, { id: params.promoCodeId, isDisabled });
      const object = { kind: 'promo_code' as const, id: promo.id, title: promo.promocode };
      await recordAudit(scope, { action: 'promo_code.changed', object, after: { isDisabled } });
      return promo;
    }),
  );
  serve(contract.generatePromoCode, (ctx) => withSystem(ctx, async (scope) => ({ promocode: await freeCode(scope) })));
  serve(contract.createPromoCode, (ctx, { body }) =>
    withSystem(ctx, async (scope) => {
      const made = await createPromoCode(scope, { terms: body, ownerTenantId: null, createdBy: ctx.memberId });
      const object = { kind: 'promo_code' as const, id: made.id, title: made.code };
      await recordAudit(scope, { action: 'promo_code.created', object, after: body });
      return whole(scope, made);
    }),
  );
}
