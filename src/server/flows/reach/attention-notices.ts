import type { MendableRule } from '#contract/flows/reach-values.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import type { StoredFlow } from '#server/flows/storage/stored-flows.ts';
import { hasAttention } from './attention-queries.ts';

export type UnheardFlow = { flow: Pick<StoredFlow, 'id' | 'title'>; rule: MendableRule };

/** Flows named in one notice; the others are counted. */
const MAX_NAMED = 3;

/** Notifies members of live flows that reach nobody, with one notice for flows that one cause concerns together. */
export async function notifyUnheard(
  scope: TenantScope,
  unheard: readonly UnheardFlow[],
  now: Temporal.Instant,
): Promise<void> {
  for (const [rule, together] of Map.groupBy(unheard, (one) => one.rule)) {
    const flows = together.map(({ flow }) => flow).toSorted((a, b) => a.title.localeCompare(b.title));
    const [first] = flows;
    if (!first) continue;
    const isAlone = flows.length === 1;
    await raiseNotice(scope, now, {
      kind: 'flow_unheard',
      key: isAlone ? flowKey(first.id) : ruleKey(rule),
      severity: 'attention',
      params: {
        rule,
        ...(isAlone
          ? { flowId: first.id, title: first.title }
          : { count: flows.length, titles: flows.slice(0, MAX_NAMED).map(({ title }) => title) }),
      },
    });
  }
}

/** Resolves the notices of a flow: its own, and the shared one once its cause concerns no flow any more. */
export async function resolveUnheard(
  scope: TenantScope,
  { id, attention }: Pick<StoredFlow, 'id' | 'attention'>,
  now: Temporal.Instant,
): Promise<void> {
  if (!attention) return;
  await resolveNotice(scope, now, flowKey(id));
  if (!(await hasAttention(scope, attention.rule))) await resolveNotice(scope, now, ruleKey(attention.rule));
}

const flowKey = (id: string) => `flow-unheard:${id}`;
const ruleKey = (rule: MendableRule) => `flows-unheard:${rule}`;
