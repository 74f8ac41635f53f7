import { z } from 'zod';
import type { Caller, ClientFacts, ProviderResult } from '#server/connections/port.ts';
import { type Heard, isRefused } from './answers.ts';
import type { Ask } from './asking.ts';
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
  ask: Ask,
  caller: Caller,
  organizationId: string,
  phone: string,
): Promise<ProviderResult<ClientFacts | null | 'no_loyalty'>> {
  const json = { organizationId, type: 'phone', phone };
  const heard = await ask(caller, { path: '/api/1/loyalty/iiko/customer/info', json }, Card);
  if (heard.isOk) return { isOk: true, value: heard.value.isDeleted ? null : toClient(heard.value, phone) };
  if (hasNoProgram(heard)) return { isOk: true, value: 'no_loyalty' };
  // NOTE: an unknown customer is refused as bad input.
  return heard.status === 400 ? { isOk: true, value: null } : heard;
}

/**
 * Checks whether there is a loyalty program. Organizations without one refuse every request with a code of its own; a
 * request for an impossible customer costs nothing and shows it.
 */
export async function hasProgram(
  ask: Ask,
  caller: Caller,
  organizationId: string,
): Promise<ProviderResult<boolean | 'closed'>> {
  const json = { organizationId, type: 'phone', phone: NOBODY };
  const heard = await ask(caller, { path: '/api/1/loyalty/iiko/customer/info', json }, z.unknown());
  if (heard.isOk) return { isOk: true, value: true };
  if (hasNoProgram(heard)) return { isOk: true, value: false };
  if (heard.status === 400) return { isOk: true, value: true };
  return isRefused(heard) ? { isOk: true, value: 'closed' } : heard;
}

const NOBODY = '+70000000000';
const NO_PROGRAM = 'Common_OrganizationNotFound';

function hasNoProgram(heard: Heard<unknown>): boolean {
  return !heard.isOk && heard.status === 400 && [heard.code, heard.text].some((one) => one?.includes(NO_PROGRAM));
}

function toClient(card: z.output<typeof Card>, phone: string): ClientFacts {
  const { consentStatus, shouldReceivePromoActionsInfo: wantsNews } = card;
  const isAsked = consentStatus === 1 || consentStatus === 2 || typeof wantsNews === 'boolean';
  return {
    externalId: card.id,
    name: [card.name, card.surname].filter(Boolean).join(' '),
    phone: card.phone ?? phone,
    email: card.email,
    isNew: false,
    visitsCount: null,
    birthDate: dayOf(card.birthday),
    ...(isAsked && { refusesMailings: consentStatus === 2 || wantsNews === false }),
  };
}
