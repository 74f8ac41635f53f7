import { z } from 'zod';
import type { BranchPlace, Caller, OrderPage, SourceProvider } from '#server/connections/port.ts';
import type { Heard } from './answers.ts';
import { type Ask, createAsk, type IikoOptions, type Question } from './asking.ts';
import { findCustomer, hasProgram } from './customers.ts';
import { dropWebhook, webhookStateOf, putWebhook } from './webhooks.ts';
import { readPayload } from './notices.ts';
import { sortOrders } from './orders.ts';
import { listOrganizations } from './organizations.ts';
import { listOrNone, NumberOrNone, stampOf } from './shapes.ts';

const Answered = z.object({
  maxRevision: NumberOrNone,
  ordersByOrganizations: listOrNone(z.object({ organizationId: z.string(), orders: listOrNone(z.unknown()) })),
});

/** The restaurant system with all its capabilities. */
export type Iiko = SourceProvider & Required<Pick<SourceProvider, 'orders' | 'loyalty' | 'webhookState'>>;

/**
 * iiko Cloud. Credentials are an API login, or a key the restaurant created, which is sent with our application's
 * secrets.
 */
export function createIiko(options: IikoOptions): Iiko {
  const ask = createAsk(options);
  return {
    kind: 'iiko',
    // The list of organizations serves as the check: there is no cheaper call.
    signIn: async (_caller, credentials) => ({ isOk: true, value: { credentials, name: '' } }),
    listBranches: (caller) => listOrganizations(ask, caller),

    async getBranch(caller, branchId) {
      const found = await listOrganizations(ask, caller, branchId);
      return found.isOk ? { isOk: true, value: found.value[0] ?? null } : found;
    },

    webhookState: (caller, branchId, webhook) => webhookStateOf(ask, caller, branchId, webhook),
    subscribe: (caller, branchId, webhook, { takes }) => putWebhook(ask, caller, branchId, { webhook, takes }),
    unsubscribe: (caller, branchId, webhook) => dropWebhook(ask, caller, branchId, webhook),

    orders: {
      async listChanged(caller, place, startRevision) {
        const json = { organizationIds: [place.externalId], startRevision };
        const heard = await listOrders(ask, caller, place, { path: '/api/1/deliveries/by_revision', json });
        return !heard.isOk && heard.status === 400 ? { isOk: true, value: 'too_old' } : heard;
      },

      listByDate(caller, place, { from, to }) {
        const json = {
          organizationIds: [place.externalId],
          deliveryDateFrom: stampOf(from.toPlainDateTime()),
          deliveryDateTo: stampOf(to.toPlainDateTime('23:59:59.999')),
        };
        return listOrders(ask, caller, place, { path: '/api/1/deliveries/by_delivery_date_and_status', json });
      },

      readPayload,
    },

    loyalty: {
      isOpen: (caller, branchId) => hasProgram(ask, caller, branchId),
      getClient: (caller, branchId, phone) => findCustomer(ask, caller, branchId, phone),
    },
  };
}

async function listOrders(ask: Ask, caller: Caller, place: BranchPlace, question: Question): Promise<Heard<OrderPage>> {
  const heard = await ask(caller, question, Answered);
  if (!heard.isOk) return heard;
  const { ordersByOrganizations, maxRevision } = heard.value;
  const infos = ordersByOrganizations
    .filter(({ organizationId }) => organizationId === place.externalId)
    .flatMap(({ orders }) => orders);
  return { isOk: true, value: { ...sortOrders(infos, place), revision: maxRevision } };
}
