import { z } from 'zod';
import type { BranchPlace, Caller, OrderPage, SourceProvider } from '#server/connections/port.ts';
import type { ApiResult } from './answers.ts';
import { type SendRequest, createApiClient, type IikoOptions, type ApiRequest } from './api-client.ts';
import { findCustomer, hasProgram } from './customers.ts';
import { dropWebhook, webhookStateOf, putWebhook } from './webhooks.ts';
import { readPayload } from './notices.ts';
import { sortOrders } from './orders.ts';
import { listOrganizations } from './organizations.ts';
import { listOrNone, NumberOrNone, stampOf } from './shapes.ts';
import { cancelReserve, findReserve, reserveTable } from './tables.ts';

const Answered = z.object({
  maxRevision: NumberOrNone.refine((value) => value === null || Number.isSafeInteger(value)),
  ordersByOrganizations: listOrNone(z.object({ organizationId: z.string(), orders: listOrNone(z.unknown()) })),
});

/** The restaurant system with all its capabilities. */
export type Iiko = SourceProvider & Required<Pick<SourceProvider, 'orders' | 'loyalty' | 'tables' | 'webhookState'>>;

/**
 * iiko Cloud. Credentials are an API login, or a key the restaurant created, which is sent with our application's
 * secrets.
 */
export function createIiko(options: IikoOptions): Iiko {
  const send = createApiClient(options);
  return {
    kind: 'iiko',
    // The list of organizations serves as the check: there is no cheaper call.
    signIn: async (_caller, credentials) => ({ isOk: true, value: { credentials, name: '' } }),
    listBranches: (caller) => listOrganizations(send, caller),

    async getBranch(caller, branchId) {
      const found = await listOrganizations(send, caller, branchId);
      return found.isOk ? { isOk: true, value: found.value[0] ?? null } : found;
    },

    webhookState: (caller, branchId, webhook) => webhookStateOf(send, caller, branchId, webhook),
    subscribe: (caller, branchId, webhook, { takes }) => putWebhook(send, caller, branchId, { webhook, takes }),
    unsubscribe: (caller, branchId, webhook) => dropWebhook(send, caller, branchId, webhook),

    orders: {
      async listChanged(caller, place, startRevision) {
        const json = { organizationIds: [place.externalId], startRevision };
        const result = await listOrders(send, caller, place, { path: '/api/1/deliveries/by_revision', json });
        return !result.isOk && result.status === 400 ? { isOk: true, value: 'too_old' } : result;
      },

      listByDate(caller, place, { from, to }) {
        const json = {
          organizationIds: [place.externalId],
          deliveryDateFrom: stampOf(from.toPlainDateTime()),
          deliveryDateTo: stampOf(to.toPlainDateTime('23:59:59.999')),
        };
        return listOrders(send, caller, place, { path: '/api/1/deliveries/by_delivery_date_and_status', json });
      },

      readPayload,
    },

    tables: {
      reserve: (caller, place, wanted) => reserveTable(send, caller, place, wanted),
      getReserve: (caller, place, id) => findReserve(send, caller, place, id),
      cancelReserve: (caller, place, id) => cancelReserve(send, caller, place, id),
    },

    loyalty: {
      isOpen: (caller, branchId) => hasProgram(send, caller, branchId),
      getClient: (caller, branchId, phone) => findCustomer(send, caller, branchId, phone),
    },
  };
}

async function listOrders(
  send: SendRequest,
  caller: Caller,
  place: BranchPlace,
  request: ApiRequest,
): Promise<ApiResult<OrderPage>> {
  const result = await send(caller, request, Answered);
  if (!result.isOk) return result;
  const { ordersByOrganizations, maxRevision } = result.value;
  const infos = ordersByOrganizations
    .filter(({ organizationId }) => organizationId === place.externalId)
    .flatMap(({ orders }) => orders);
  return { isOk: true, value: { ...sortOrders(infos, place), revision: maxRevision } };
}
