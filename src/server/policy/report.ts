import { getContactPolicy } from './reads.ts';
import type { getPolicyReport } from '#contract/policy/calls.ts';
import { SenderKind } from '#contract/senders/calls.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { isAnswering } from '#server/delivery/ledger/rules.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { countPolicy, countSentBySender } from './ledger-queries.ts';
import type { MarketingSender, PolicySenders } from './port.ts';
import { compareImportance } from './priority-rules.ts';

/** Days over which the effect of the policy is counted. */
const DAYS = 30;

/** The priority order of marketing senders, and the effect of the policy. */
export async function reportPolicy(
  scope: ActionScope,
  senders: PolicySenders,
): Promise<ReplyOf<typeof getPolicyReport>> {
  const now = scope.clock.now();
  const { timeZone } = await getTenant(scope);
  const { senderOrder } = await getContactPolicy(scope);
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const kinds = SenderKind.options.filter((kind) => !isAnswering(kind));
  const sent = await countSentBySender(scope, kinds, { since: now.subtract({ hours: 24 * DAYS }), until: now });
  const marketing = await listMarketing(scope, senders);
  return {
    days: DAYS,
    order: marketing
      .filter(({ status }) => status !== 'done' && status !== 'canceled')
      .toSorted((one, other) => compareImportance(senderOrder, one, other)),
    ...(await countPolicy(scope, today.subtract({ days: DAYS - 1 }))),
    senders: sent,
  };
}

/** Lists the senders of marketing of all rooms. */
export async function listMarketing(scope: TenantScope, senders: PolicySenders): Promise<MarketingSender[]> {
  const all: MarketingSender[] = [];
  for (const sender of senders.values()) all.push(...(await sender.listMarketing(scope)));
  return all;
}
