import * as contract from '#contract/admin/pays.ts';
import type { ListPaidItems, PaymentProvider } from '#server/billing/port.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { readPayInfos } from './info-actions.ts';
import { cancelPay, changePay, createPay, getPay, linkToPay, listAllPays, listPays, refundPay } from './pay-actions.ts';

export function servePays(
  serve: Serve,
  { provider, listPaidItems }: { provider: PaymentProvider | null; listPaidItems: ListPaidItems },
): void {
  serve(contract.listAllPays, (ctx, { query }) => listAllPays(ctx, query));
  serve(contract.listPays, (ctx, { params, query }) => listPays(ctx, params.userId, query));
  serve(contract.createPay, (ctx, { params, body }) => createPay(ctx, params.userId, body));
  serve(contract.getPay, (ctx, { params }) => getPay(ctx, params));
  serve(contract.changePay, (ctx, { params, body }) => changePay(ctx, params, body));
  serve(contract.linkToPay, (ctx, { params }) => linkToPay(ctx, provider, params));
  serve(contract.cancelPay, (ctx, { params }) => cancelPay(ctx, params));
  serve(contract.refundPay, (ctx, { params, body }) => refundPay(ctx, provider, { ...params, ...body }));
  serve(contract.getPayInfos, (ctx, { params }) => readPayInfos(ctx, { provider, listPaidItems }, params.userId));
}
