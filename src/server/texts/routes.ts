import * as contract from '#contract/public-appearance.ts';
import type { Serve } from '#server/platform/serve.ts';
import { getPublicAppearance, savePublicAppearance } from './appearance-actions.ts';

export function serveTexts(serve: Serve): void {
  serve.inTenant(contract.getPublicAppearance, getPublicAppearance);
  serve.inTenant(contract.setPublicAppearance, (scope, { body }) => savePublicAppearance(scope, body));
}
