import * as contract from '#contract/assistants/flower-shop/calls.ts';
import { LARGEST_CATALOGUE_MEGABYTES } from '#contract/assistants/flower-shop/values.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import type { UploadRoute } from '#server/texts/attachments/port.ts';
import { getCatalogue, pageOfGoods, receiveCatalogue } from './catalogue-actions.ts';
import { pageOfOrders, setOrderStatus } from './order-actions.ts';

/** Binds the calls of the flower shop. */
export function serveFlowerShop(serve: Serve): void {
  serve.inTenant(contract.getCatalogue, (scope, { params }) => getCatalogue(scope, params.assistantId));
  serve.inTenant(contract.listCatalogueItems, (scope, { params, query }) =>
    pageOfGoods(scope, params.assistantId, query),
  );
  serve.inTenant(contract.listFlowerOrders, (scope, { params, query }) =>
    pageOfOrders(scope, params.assistantId, query),
  );
  serve.inTenant(contract.setFlowerOrderStatus, (scope, { params, body }) =>
    setOrderStatus(scope, params, body.status),
  );
}

export const CATALOGUE_UPLOADS: readonly UploadRoute[] = [
  { path: contract.uploadCatalogue.path, maxMegabytes: LARGEST_CATALOGUE_MEGABYTES, store: receiveCatalogue },
];
