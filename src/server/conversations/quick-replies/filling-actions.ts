import type { ContactId } from '#contract/contacts/calls.ts';
import type { TextVariable } from '#contract/texts/calls.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import { greetingName } from '#server/contacts/book/greeting-rules.ts';
import { ignoreLinkUrl } from '#server/contacts/book/link-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { compareInstants } from '#server/platform/values/instant-rules.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { variableValues } from '#server/subjects/value-rules.ts';
import { plainSubject } from '#server/subjects/plain-subject-rules.ts';
import { visitSubject } from '#server/subjects/visit-subject-rules.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { type RenderedText, renderText } from '#server/texts/content/text-rules.ts';
import type { VariableValues } from '#server/texts/content/variable-rules.ts';
import { visitsOfContact } from '#server/visits/changes/actions.ts';
import { isHeld, isOpen } from '#server/subjects/rules.ts';

/** Variables that a person's texts may have: the contact, the business, and the visit that comes next. */
export const PERSON_VARIABLES = [
  'clientName',
  'recordDate',
  'recordTime',
  'recordWeekday',
  'masterName',
  'serviceTitle',
  'branchTitle',
  'branchAddress',
  'branchPhone',
  'recordForm',
  'businessName',
  'ignoreLink',
] as const satisfies readonly TextVariable[];

const ALLOWED: ReadonlySet<TextVariable> = new Set(PERSON_VARIABLES);

/** Without a visit ahead these are those of the last one: the contact comes to the same place. */
const OF_PLACE: ReadonlySet<TextVariable> = new Set(['branchTitle', 'branchAddress', 'branchPhone']);
const OF_VISIT: ReadonlySet<TextVariable> = new Set([
  'recordDate',
  'recordTime',
  'recordWeekday',
  'masterName',
  'serviceTitle',
  'recordForm',
  ...OF_PLACE,
]);

const AHEAD_DAYS = 366;
const BEFORE_DAYS = 366;

/** Fills texts of a person for a contact. @param isOfLastVisit about the last visit instead of the next one */
export async function fillerFor(
  scope: ActionScope,
  contactId: ContactId,
  { isOfLastVisit = false }: { isOfLastVisit?: boolean } = {},
): Promise<(text: string) => RenderedText> {
  const tenant = await getTenant(scope);
  const contact = (await reachOf(scope, [contactId])).get(contactId)?.contact;
  const now = scope.clock.now();
  const period = { from: now.subtract({ hours: 24 * BEFORE_DAYS }), to: now.add({ hours: 24 * AHEAD_DAYS }) };
  const visits = (await visitsOfContact(scope, contactId, period)).toSorted((one, other) =>
    compareInstants(one.startsAt, other.startsAt),
  );
  const next = visits.find((visit) => isOpen(visit) && compareInstants(visit.startsAt, now) > 0);
  const last = visits.findLast(({ startsAt }) => compareInstants(startsAt, now) <= 0);
  const attended = visits.findLast((one) => compareInstants(one.startsAt, now) <= 0 && isHeld(one, now));
  const visit = isOfLastVisit ? attended : (next ?? last);
  const { name: title, timeZone, currency } = tenant;
  const nothing = plainSubject({ kind: 'contact', id: contactId, title, timeZone, currency, startsAt: now });
  const origin = originOfBrand(scope.config, tenant.brand);
  const { words } = visit ? visitSubject(visit) : nothing;
  const facts = {
    ...words,
    clientName: contact ? greetingName(contact) : '',
    oldStartsAt: null,
    visitsCount: null,
    spent: null,
    offerTitles: [],
    reviewUrl: () => null,
    businessName: tenant.name,
    ignoreLink: () => ignoreLinkUrl(scope, tenant.id, contactId, origin),
  };
  const known = variableValues(facts, contact?.language ?? tenant.customerLanguage);
  const isKnown = (variable: TextVariable) => {
    if (!ALLOWED.has(variable)) return false;
    const isWhole = isOfLastVisit ? attended !== undefined : next !== undefined;
    return isWhole || !OF_VISIT.has(variable) || (visit !== undefined && OF_PLACE.has(variable));
  };
  const values: VariableValues = { ...known, of: (variable) => (isKnown(variable) ? known.of(variable) : '') };
  return (text) => renderText(text, values);
}
