import { VisitId } from '#contract/visits/calls.ts';
import type { Language } from '#contract/primitives.ts';
import type { Reader } from '#server/mailings/writing/material-reads.ts';
import { exampleSubject } from '#server/subjects/example-rules.ts';
import type { Tenant } from '#server/tenants/rules.ts';

/** No row has it. */
const EXAMPLE_VISIT = VisitId.parse('00000000-0000-7000-8000-000000000000');

/** An invented contact, for an audience without anybody. */
export function exampleReader(tenant: Tenant, language: Language, now: Temporal.Instant): Reader {
  const about = { kind: 'contact' as const, startsAt: now, orderStatus: 'unknown' as const };
  const { reach, history } = exampleSubject(about, tenant, language).person;
  return { reach, history, coming: { id: EXAMPLE_VISIT, manageUrl: null } };
}
