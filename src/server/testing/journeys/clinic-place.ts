import { connectBranches, offerBranches } from '#contract/connections/calls.ts';
import { CLINIC_TOKENS } from '#server/testing/houses/clinic-house.ts';
import { NO_ACTIONS, type Opening, type Place } from './place.ts';

const TIME_ZONE = 'Europe/Moscow';
const CLINIC = 101;
/** Doctors of one speciality each, which is what an appointment names. */
const DOCTORS = [
  { id: 501, speciality: 'Терапевт' },
  { id: 505, speciality: 'Стоматолог' },
] as const;

/** A clinic in MedFlex, whose staff book, move and cancel in its own system. */
export async function clinicPlace({ server, world, owner }: Opening): Promise<Place> {
  const { token } = owner;
  const offer = await server.call(offerBranches, { token, body: { kind: 'medflex', token: CLINIC_TOKENS.ru } });
  if (offer.status !== 200) throw new Error(`No branches: ${JSON.stringify(offer.body)}`);
  const body = { kind: 'medflex' as const, ticket: offer.body.ticket, branchExternalIds: [String(CLINIC)] };
  const connected = await server.call(connectBranches, { token, body });
  if (connected.status !== 200) throw new Error(`Not connected: ${JSON.stringify(connected.body)}`);
  const change = async (uuid: string, to: object) => {
    await world.control('PATCH', `/medflex/appointments/${uuid}`, to);
  };
  return {
    ...NO_ACTIONS,
    hasVisits: true,
    hasCategories: false,
    timeZone: TIME_ZONE,
    services: DOCTORS.map(({ speciality }) => speciality),
    async book(person, { startsAt, service = 0 }) {
      const { uuid } = await world.control<{ uuid: string }>('POST', '/medflex/appointments', {
        token: CLINIC_TOKENS.ru,
        clinicId: CLINIC,
        doctorId: DOCTORS[service]?.id,
        start: wallOf(startsAt),
        phone: person?.phone ?? '',
        firstName: person?.name ?? '',
      });
      return uuid;
    },
    move: (uuid, startsAt) => change(uuid, { start: wallOf(startsAt) }),
    setStatus: (uuid, status) => change(uuid, { status: status === 'no_show' ? 'failure' : status }),
    async cancel(uuid) {
      await world.control('POST', `/medflex/appointments/${uuid}/cancel`, {});
    },
  };
}

const wallOf = (at: Temporal.Instant) =>
  at.toZonedDateTimeISO(TIME_ZONE).toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ');
