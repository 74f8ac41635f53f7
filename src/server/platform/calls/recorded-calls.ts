import { auditedCallOf, nameOfCall } from '#contract/audit/calls.ts';
import { isSupportChange } from '#contract/audit/support-calls.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type AuditScope, recordAudit } from '#server/platform/audit/audit.ts';
import type { AuditFields } from '#server/platform/audit/rules.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Writes what an answered call leaves in the audit log. Each change within a support session leaves an entry. */
export async function recordCall(
  scope: AuditScope,
  call: Endpoint,
  { params, body }: { params: unknown; body: unknown },
  answer: unknown,
): Promise<void> {
  const declared = auditedCallOf(call);
  const [named, given, answered] = [fieldsOf(params), fieldsOf(body), fieldsOf(answer)];
  if (given['isTrial'] === true) return; // NOTE: it changed nothing
  if (declared) {
    const { action, object, fields = [] } = declared;
    const recorded = Object.fromEntries(fields.filter((name) => name in given).map((name) => [name, given[name]]));
    const after: AuditFields | null = Object.keys(recorded).length > 0 ? recorded : null;
    await recordAudit(scope, {
      action,
      object: { kind: object, id: idOf(named, answered), title: titleOf(answered) ?? titleOf(given) },
      after: object === 'cabinet' || object === 'waitlist' ? given : after,
    });
  } else if (scope.caller?.supportSession && isSupportChange(call))
    await recordAudit(scope, { action: 'support.changed', after: { call: nameOfCall(call), ...named } });
}

/** The object of a call is the first id of its path; of one that creates, the answered one. */
function idOf(params: Fields, answer: Fields): string | null {
  const [first] = Object.values(params);
  const made = Object.values(answer).map((part) => fieldsOf(part)['id']);
  const id = first ?? answer['id'] ?? made.find((one) => one !== undefined);
  return typeof id === 'string' ? id : null;
}

function titleOf(fields: Fields): string | null {
  const title = fields['title'] ?? fields['name'] ?? fieldsOf(fields['settings'])['title'];
  return typeof title === 'string' ? title : null;
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}; // NOTE: an object
