import { connectBranches, offerBranches } from '#contract/connections/calls.ts';
import { SALONS } from '#server/testing/houses/yclients-salon.ts';
import { NO_ACTIONS, type Opening, type Person, type Place } from './place.ts';

type Snapshot = {
  services: { id: number; companyId: number; title: string }[];
  clients: { id: number; companyId: number; phone: string }[];
};
const ATTENDANCE = { confirmed: 2, arrived: 1, no_show: -1 } as const;

/** A salon of a vendor of the YCLIENTS platform, whose staff book, move and cancel in the vendor's own calendar. */
export async function salonPlace({ server, world, owner }: Opening, vendor: 'yclients' | 'altegio'): Promise<Place> {
  const salon = SALONS[vendor];
  const { token } = owner;
  const offer = await server.call(offerBranches, { token, body: salon.login });
  const body = { kind: vendor, ticket: offer.body.ticket, branchExternalIds: [String(salon.companyId)] };
  const connected = await server.call(connectBranches, { token, body });
  if (connected.status !== 200) throw new Error(`Not connected: ${JSON.stringify(connected.body)}`);
  const snapshot = () => world.control<Snapshot>('GET', `/${vendor}`);
  const services = (await snapshot()).services.filter(({ companyId }) => companyId === salon.companyId);
  const { companyId } = salon;
  const clients = new Map<string, number>();
  async function clientIdOf({ name, phone }: Person, about: object): Promise<number> {
    const known = clients.get(phone);
    const card = known ? about : { companyId, name, phone, ...about };
    const path = known ? `/${vendor}/clients/${known}` : `/${vendor}/clients`;
    const { id } = await world.control<{ id: number }>(known ? 'PUT' : 'POST', path, card);
    clients.set(phone, id);
    return id;
  }

  const records = `/${vendor}/records`;
  return {
    ...NO_ACTIONS,
    hasVisits: true,
    hasCategories: true,
    timeZone: salon.details[0].timeZone,
    services: services.map(({ title }) => title),
    async book(person, { startsAt, service = 0 }) {
      const record = await world.control<{ id: number }>('POST', records, {
        companyId,
        at: String(startsAt),
        serviceIds: [services[service]?.id],
        ...(person ? { client: { name: person.name, phone: person.phone } } : { isBreak: true }),
      });
      return String(record.id);
    },
    async move(visit, startsAt) {
      await world.control('PUT', `${records}/${visit}`, { at: String(startsAt) });
    },
    async setStatus(visit, status) {
      await world.control('PUT', `${records}/${visit}`, { attendance: ATTENDANCE[status] });
    },
    async cancel(visit) {
      await world.control('DELETE', `${records}/${visit}`);
    },
    /** Only people with a booking are clients of the salon; this booking is marked as missed. */
    async addToCategory(person, category) {
      const clientId = await clientIdOf(person, { tags: [{ id: clients.size + 1, title: category, color: '#fff' }] });
      const at = String(server.clock.now().subtract({ hours: 24 * 40 }));
      await world.control('POST', records, { companyId, at, clientId, serviceIds: [services[0]?.id], attendance: -1 });
    },
    async refuseMailings(person) {
      await clientIdOf(person, { smsNot: 1 });
    },
    /** Fills the client's card, then adds a booking. */
    async setBirthday(person, birthDate) {
      const id = await clientIdOf(person, { birthDate });
      const at = String(server.clock.now().add({ hours: 24 * 9 }));
      await world.control('POST', records, { companyId, at, clientId: id, serviceIds: [services[0]?.id] });
    },
  };
}
