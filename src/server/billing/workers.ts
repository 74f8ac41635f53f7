import type { Repeat } from '#server/platform/runner/job-runner.ts';
import { grantAllMonths } from './tariff-actions.ts';

export function workBilling(repeat: Repeat): void {
  repeat('billing.grant-months', '7 * * * *', grantAllMonths);
}
