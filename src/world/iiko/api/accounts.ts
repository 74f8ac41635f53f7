import { z } from 'zod';
import { IikoError } from '../state/errors.ts';
import { Id, Ids, type Serve } from './serve.ts';
import type { Organization, TerminalGroup } from '../state/state.ts';
import { issueToken } from '../state/tokens.ts';

/** Tokens of both kinds, and what a login sees. */
export function serveAccounts(serve: Serve): void {
  serve.entrance('1/access_token', z.strictObject({ apiLogin: z.string() }), ({ sim, state, body, countToken }) => {
    countToken(body.apiLogin);
    const login = state.logins.find((one) => one.kind === 'apiLogin' && one.key === body.apiLogin);
    if (!login || login.isBlocked) throw new IikoError(401, `Login ${body.apiLogin} is not authorized.`);
    return { token: issueToken(sim, login) };
  });

  const Second = z.strictObject({ apiKey: z.string(), appId: Id, clientSecret: z.string() });
  serve.entrance('v2/access_token', Second, ({ sim, state, body, countToken }) => {
    countToken(body.apiKey);
    const isApp = state.apps.some((one) => one.appId === body.appId && one.clientSecret === body.clientSecret);
    if (!isApp) throw new IikoError(401, 'Application is not authorized.', 'INVALID_APPLICATION');
    const login = state.logins.find((one) => one.kind === 'apiKey' && one.key === body.apiKey);
    if (!login || login.isBlocked) throw new IikoError(401, 'API key is not authorized.');
    return { token: issueToken(sim, login) };
  });

  const Wanted = z.strictObject({
    organizationIds: z.array(Id).nullish(),
    returnAdditionalInfo: z.boolean().nullish(),
    includeDisabled: z.boolean().nullish(),
    returnExternalData: z.array(z.string()).nullish(),
  });
  serve.call('1/organizations', Wanted, ({ state, login, body }) => {
    const wanted = body.organizationIds ?? login.organizationIds;
    const own = state.organizations.filter(({ id }) => login.organizationIds.includes(id) && wanted.includes(id));
    return { organizations: own.map((one) => toOrganization(one, body.returnAdditionalInfo === true)) };
  });

  const Groups = z.strictObject({
    organizationIds: Ids,
    includeDisabled: z.boolean().nullish(),
    returnExternalData: z.array(z.string()).nullish(),
  });
  serve.call('1/terminal_groups', Groups, ({ state, body, organization }) => {
    const organizations = body.organizationIds.map(organization);
    const listed = (isAsleep: boolean) =>
      organizations.map(({ id }) => ({
        organizationId: id,
        items: state.terminalGroups
          .filter((one) => one.organizationId === id && one.isAsleep === isAsleep)
          .filter((one) => one.isGranted || body.includeDisabled === true)
          .map(toTerminalGroup),
      }));
    return { terminalGroups: listed(false), terminalGroupsInSleep: listed(true).filter(({ items }) => items.length) };
  });
}

function toOrganization(organization: Organization, isFull: boolean) {
  const { id, name, address, latitude, longitude, currency } = organization;
  if (!isFull) return { responseType: 'Simple', id, name, code: null };
  return {
    responseType: 'Extended',
    id,
    name,
    code: null,
    country: 'Россия',
    restaurantAddress: address,
    latitude,
    longitude,
    useUaeAddressingSystem: false,
    version: '9.2.6018.0',
    currencyIsoName: currency,
    currencyMinimumDenomination: 0.01,
    countryPhoneCode: '7',
    isCloud: true,
  };
}

const toTerminalGroup = ({ id, organizationId, name, address, timeZone }: TerminalGroup) => ({
  id,
  organizationId,
  name,
  address,
  timeZone,
  externalData: null,
});
