import { z } from 'zod';
import { type BranchFacts, type Caller, coordinatesOf, type ProviderResult } from '#server/connections/port.ts';
import { failed, isClosed } from './answers.ts';
import type { SendRequest } from './api-client.ts';
import { listOrNone, TextOrNone } from './shapes.ts';

const DegreesOrNone = z.number().nullable().catch(null);

const Organization = z.object({
  id: z.string().min(1),
  name: TextOrNone,
  restaurantAddress: TextOrNone,
  latitude: DegreesOrNone,
  longitude: DegreesOrNone,
  currencyIsoName: TextOrNone,
});
type Organization = z.output<typeof Organization>;
const Organizations = z.object({ organizations: listOrNone(z.unknown()) });

const TerminalGroups = z.object({
  organizationId: TextOrNone,
  items: listOrNone(z.object({ organizationId: TextOrNone, timeZone: TextOrNone })),
});
const Terminals = z.object({
  terminalGroups: listOrNone(TerminalGroups),
  terminalGroupsInSleep: listOrNone(TerminalGroups),
});

const DEFAULT_CURRENCY = 'RUB';

/** Lists organizations the login opens, with the zones of their terminals. @param id limits to one */
export async function listOrganizations(
  send: SendRequest,
  caller: Caller,
  id?: string,
): Promise<ProviderResult<BranchFacts[]>> {
  const json = {
    ...(id !== undefined && { organizationIds: [id] }),
    returnAdditionalInfo: true,
    includeDisabled: false,
  };
  const result = await send(caller, { path: '/api/1/organizations', json }, Organizations);
  // NOTE: an id the login does not open (any more) is refused as bad input, or omitted from the answer.
  if (!result.isOk) return id && result.status === 400 ? { isOk: true, value: [] } : result;
  const all = result.value.organizations.flatMap((one) => Organization.safeParse(one).data ?? []);
  const matching = all.filter((one) => id === undefined || one.id === id);
  if (matching.length === 0) return id ? { isOk: true, value: [] } : failed('no_branches', null);
  const ids = matching.map((one) => one.id);
  const zones = await zonesOf(send, caller, ids);
  return zones.isOk ? { isOk: true, value: matching.map((one) => toBranch(one, zones.value)) } : zones;
}

function toBranch(one: Organization, zones: ReadonlyMap<string, string>): BranchFacts {
  const { currencyIsoName } = one;
  return {
    externalId: one.id,
    title: one.name ?? one.id,
    city: null,
    address: one.restaurantAddress,
    coordinates: coordinatesOf(one),
    phone: null,
    timeZone: zones.get(one.id) ?? null,
    currency: currencyIsoName && /^[A-Z]{3}$/.test(currencyIsoName) ? currencyIsoName : DEFAULT_CURRENCY,
    isLicenceActive: true,
    cancelClosesMinutes: null,
  };
}

/** Returns the zone most terminals of each organization use; the API has no zone of the organization. */
async function zonesOf(send: SendRequest, caller: Caller, ids: string[]): Promise<ProviderResult<Map<string, string>>> {
  const json = { organizationIds: ids, includeDisabled: true };
  const result = await send(caller, { path: '/api/1/terminal_groups', json }, Terminals);
  if (!result.isOk) return isClosed(result) ? { isOk: true, value: new Map() } : result;
  const zones = new Map<string, string[]>();
  for (const group of [...result.value.terminalGroups, ...result.value.terminalGroupsInSleep])
    for (const terminal of group.items) {
      const id = terminal.organizationId ?? group.organizationId;
      const zone = zoneOf(terminal.timeZone);
      if (id && zone) zones.set(id, [...(zones.get(id) ?? []), zone]);
    }
  return { isOk: true, value: new Map([...zones].map(([id, names]) => [id, commonest(names)])) };
}

/** An IANA name, or whole hours from UTC somewhere in the text; null when it is neither. */
export function zoneOf(text: string | null): string | null {
  if (text === null) return null;
  if (/^[A-Za-z]+\/[\w+/-]+$/.test(text)) return isZone(text) ? text : null;
  const [, sign, hours] = /([+-])(\d{1,2})(?::?00)?(?!\d|:)/.exec(text) ?? [];
  if (!hours) return text === 'UTC' ? text : null;
  // NOTE: the sign of these names is inverted.
  const name = `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`;
  return isZone(name) ? name : null;
}

function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

function commonest(names: string[]): string {
  const alike = [...Map.groupBy(names, (name) => name).values()];
  return alike.toSorted((a, b) => b.length - a.length)[0]?.[0] ?? '';
}
