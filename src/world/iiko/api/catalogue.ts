import { z } from 'zod';
import { Ids, type Serve } from './serve.ts';
import type { Kind } from '../state/statuses.ts';

/** NOTE: the dictionary has its own word for what orders call `DeliveryByClient`. */
const DICTIONARY_KIND: Record<Kind, string> = {
  DeliveryByCourier: 'DeliveryByCourier',
  DeliveryByClient: 'DeliveryPickUp',
  Common: 'Common',
};

/** The dictionaries of a restaurant. */
export function serveCatalogue(serve: Serve): void {
  const Organizations = z.strictObject({ organizationIds: Ids });
  serve.call('1/deliveries/order_types', Organizations, ({ state, body, organization }) => ({
    orderTypes: body.organizationIds.map(organization).map(({ id: organizationId }) => ({
      organizationId,
      items: state.orderTypes.map(({ id, name, kind }) => ({
        id,
        name,
        orderServiceType: DICTIONARY_KIND[kind],
        isDeleted: false,
        externalRevision: 1,
      })),
    })),
  }));
  serve.call('1/cancel_causes', Organizations, ({ state, body, organization }) => {
    body.organizationIds.map(organization);
    return { cancelCauses: state.cancelCauses.map(({ id, name }) => ({ id, name, isDeleted: false })) };
  });
}
