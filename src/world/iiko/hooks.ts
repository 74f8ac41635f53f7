import { z } from 'zod';
import { webhookAddressProblem } from '../addresses.ts';
import { IikoError } from './errors.ts';
import { Id, type Serve } from './serve.ts';
import type { Hook, HookFilter, IikoState } from './state.ts';
import { STATUSES } from './statuses.ts';

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
export function serveHooks(serve: Serve): void {
  serve.call('1/webhooks/settings', z.strictObject({ organizationId: Id }), ({ state, login, body, organization }) => {
    const { id } = organization(body.organizationId);
    const hook = state.hooks.find((one) => one.organizationId === id && one.loginKey === login.key);
    return {
      apiLoginName: login.name,
      webHooksUri: hook?.uri ?? null,
      authToken: hook?.authToken ?? null,
      webHooksFilter: hook?.filter ?? null,
    };
  });
  serve.call('1/webhooks/update_settings', Settings, ({ sim, state, login, body, organization }) => {
    const { id } = organization(body.organizationId);
    const problem = body.webHooksUri === '' ? null : webhookAddressProblem(body.webHooksUri);
    if (problem) throw new IikoError(400, `webHooksUri: ${problem}`, 'INVALID_WEBHOOK_URI');
    setHook(state, {
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

export function setHook(state: IikoState, hook: Hook): void {
  const others = state.hooks.filter(
    (one) => one.organizationId !== hook.organizationId || one.loginKey !== hook.loginKey,
  );
  state.hooks = [...others, hook];
}

function toFilter(given: z.infer<typeof Settings>['webHooksFilter']): HookFilter {
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
