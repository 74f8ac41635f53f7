import { GivenAudience } from '#contract/audiences/calls.ts';
import { checkValue } from '#contract/field-reasons.ts';
import type { FieldReasons } from '#contract/field-reasons-values.ts';
import type { MailingAudience } from '#contract/mailings/calls.ts';
import { Problem } from '#server/platform/values/problem.ts';

/**
 * Refuses conditions that cannot be asked of a contact: left out, they would make everybody a recipient.
 * @param path of the audience in the request
 * @throws {Problem} `request.invalid`
 */
export function refuseUnaskable(audience: MailingAudience, path: string): void {
  if (audience.type !== 'conditions') return;
  const { fields } = checkValue(GivenAudience, audience.conditions);
  if (!fields) return;
  const named: FieldReasons = {};
  for (const [field, reasons] of Object.entries(fields)) named[`${path}.conditions.${field}`] = reasons;
  throw new Problem('request.invalid', { fields: named });
}
