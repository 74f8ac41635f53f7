import { z } from 'zod';
import { webhookAddressProblem } from '../../values/addresses.ts';
import { IikoError } from '../state/errors.ts';
import { Id, type Serve } from './serve.ts';
import type { Webhook, WebhookFilter, IikoState } from '../state/state.ts';
import { STATUSES } from '../state/statuses.ts';

const Updates = z.strictObject({ updates: z.boolean().nullish(), errors: z.boolean().nullish() }).nullish();
const Settings = z.strictObject({
  organizationId: Id,
  webHooksUri: z.string(),
  authToken: z.string().nullish(),
  webHooksFilter: z
    .strictObject({
      deliveryOrderFilter: z
        .strictObject({
          orderStatuses: z.array(z.enum(STATUSES)).nullish(),
          itemStatuses: z.array(z.string()).nullish(),
          errors: z.boolean().nullish(),
        })
        .nullish(),
      tableOrderFilter: z.unknown().optional(),
      reserveFilter: Updates,
      stopListUpdateFilter: Updates,
      personalShiftFilter: Updates,
      nomenclatureUpdateFilter: Updates,
      businessHoursAndMappingUpdateFilter: Updates,
      kitchenOrderFilter: z.unknown().optional(),
    })
    .nullish(),
});

/** Webhook settings of an organization per login; there is one address, and setting it overwrites the former one. */
export function serveWebhooks(serve: Serve): void {
  serve.call('1/webhooks/settings', z.strictObject({ organizationId: Id }), ({ state, login, body, organization }) => {
    const { id } = organization(body.organizationId);
    const webhook = state.webhooks.find((one) => one.organizationId === id && one.loginKey === login.key);
    return {
      apiLoginName: login.name,
      webHooksUri: webhook?.uri ?? null,
      authToken: webhook?.authToken ?? null,
      webHooksFilter: webhook?.filter ?? null,
    };
  });
  serve.call('1/webhooks/update_settings', Settings, ({ sim, state, login, body, organization }) => {
    const { id } = organization(body.organizationId);
    const problem = body.webHooksUri === '' ? null : webhookAddressProblem(body.webHooksUri);
    if (problem) throw new IikoError(400, `webHooksUri: ${problem}`, 'INVALID_WEBHOOK_URI');
    setWebhook(state, {
      organizationId: id,
      loginKey: login.key,
      uri: body.webHooksUri,
      authToken: body.authToken ?? '',
      filter: toFilter(body.webHooksFilter),
      isForeign: false,
    });
    sim.changed('iiko');
    return {};
  });
}

export function setWebhook(state: IikoState, webhook: Webhook): void {
  const others = state.webhooks.filter(
    (one) => one.organizationId !== webhook.organizationId || one.loginKey !== webhook.loginKey,
  );
  state.webhooks = [...others, webhook];
}

function toFilter(given: z.infer<typeof Settings>['webHooksFilter']): WebhookFilter {
  const { deliveryOrderFilter: orders, reserveFilter: reserves } = given ?? {};
  return {
    deliveryOrderFilter: orders
      ? {
          orderStatuses: orders.orderStatuses ?? [],
          itemStatuses: orders.itemStatuses ?? [],
          errors: orders.errors ?? false,
        }
      : null,
    tableOrderFilter: given?.tableOrderFilter ?? null,
    reserveFilter: reserves ? { updates: reserves.updates ?? false, errors: reserves.errors ?? false } : null,
    stopListUpdateFilter: given?.stopListUpdateFilter ?? null,
    personalShiftFilter: given?.personalShiftFilter ?? null,
  };
}
