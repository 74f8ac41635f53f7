import { z } from 'zod';
import type { Caller, ClientFacts, ProviderResult } from '#server/connections/port.ts';
import { type ApiResult, isRefused } from './answers.ts';
import type { SendRequest } from './api-client.ts';
import { dayOf, NumberOrNone, TextOrNone } from './shapes.ts';

const Card = z.object({
  id: z.string().min(1),
  name: TextOrNone,
  surname: TextOrNone,
  phone: TextOrNone,
  email: TextOrNone,
  birthday: TextOrNone,
  /** 0 not requested, 1 given, 2 withdrawn */
  consentStatus: NumberOrNone,
  shouldReceivePromoActionsInfo: z.boolean().nullish().catch(null),
  isDeleted: z.boolean().nullish().catch(null),
});

/**
 * Returns the loyalty program's facts about a customer; null when there are none. `no_loyalty`: the organization has no
 * program.
 */
export async function findCustomer(
  send: SendRequest,
  caller: Caller,
  organizationId: string,
  phone: string,
): Promise<ProviderResult<ClientFacts | null | 'no_loyalty'>> {
  const json = { organizationId, type: 'phone', phone };
  const result = await send(caller, { path: '/api/1/loyalty/iiko/customer/info', json }, Card);
  if (result.isOk) return { isOk: true, value: result.value.isDeleted ? null : toClient(result.value, phone) };
  if (hasNoProgram(result)) return { isOk: true, value: 'no_loyalty' };
  // NOTE: an unknown customer is refused as bad input.
  return result.status === 400 ? { isOk: true, value: null } : result;
}

/**
 * Checks whether there is a loyalty program. Organizations without one refuse every request with a code of its own; a
 * request for an impossible customer costs nothing and shows it.
 */
export async function hasProgram(
  send: SendRequest,
  caller: Caller,
  organizationId: string,
): Promise<ProviderResult<boolean | 'closed'>> {
  const json = { organizationId, type: 'phone', phone: PROBE_PHONE };
  const result = await send(caller, { path: '/api/1/loyalty/iiko/customer/info', json }, z.unknown());
  if (result.isOk) return { isOk: true, value: true };
  if (hasNoProgram(result)) return { isOk: true, value: false };
  if (result.status === 400) return { isOk: true, value: true };
  return isRefused(result) ? { isOk: true, value: 'closed' } : result;
}

const PROBE_PHONE = '+70000000000';
const NO_PROGRAM = 'Common_OrganizationNotFound';

function hasNoProgram(result: ApiResult<unknown>): boolean {
  return !result.isOk && result.status === 400 && [result.code, result.text].some((one) => one?.includes(NO_PROGRAM));
}

function toClient(card: z.output<typeof Card>, phone: string): ClientFacts {
  const { consentStatus, shouldReceivePromoActionsInfo: wantsPromotions } = card;
  const isConsentKnown = consentStatus === 1 || consentStatus === 2 || typeof wantsPromotions === 'boolean';
  return {
    externalId: card.id,
    name: [card.name, card.surname].filter(Boolean).join(' '),
    ...(card.surname && { givenName: card.name }),
    phone: card.phone ?? phone,
    email: card.email,
    isNew: false,
    visitsCount: null,
    birthDate: dayOf(card.birthday),
    ...(isConsentKnown && { refusesMailings: consentStatus === 2 || wantsPromotions === false }),
  };
}
