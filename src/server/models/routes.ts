import * as contract from '#contract/models/calls.ts';
import { LEAST_TOP_UP_USD } from '#contract/models/values.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { listModels, readAiBalance } from './reads.ts';

export function serveModels(serve: Serve): void {
  serve.inTenant(contract.listAiModels, async (scope) => {
    const { brand } = await getTenant(scope);
    const { config } = scope;
    return { models: listModels(config, brand), isSimulated: config.ai.isSimulated };
  });
  serve.inTenant(contract.getAiBalance, (scope) => readAiBalance(scope));
  serve.inTenant(contract.orderAiTopUp, async ({ config }, { body: { amountUsd } }) => {
    if (amountUsd < LEAST_TOP_UP_USD) throw new Problem('ai_top_up.too_small', { leastUsd: LEAST_TOP_UP_USD });
    return { payment: 'operator' as const, amountUsd, supportEmail: config.supportEmail };
  });
}
