import * as contract from '#contract/texts/appearance.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { getPublicAppearance, savePublicAppearance } from './attachments/appearance-actions.ts';

export function serveTexts(serve: Serve): void {
  serve.inTenant(contract.getPublicAppearance, getPublicAppearance);
  serve.inTenant(contract.setPublicAppearance, (scope, { body }) => savePublicAppearance(scope, body));
}
