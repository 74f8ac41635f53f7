import { randomUUID } from 'node:crypto';
import type { ConnectionBinding, VendorAccount } from '#server/testing/conformance/connections/binding.ts';

const tokenOf = ({ login }: VendorAccount) => login['token'] ?? '';

/** Days ahead and the time of the clinic at which patients are booked. */
const [DAYS_AHEAD, AT] = [2, '12:00'];

export const MEDFLEX: ConnectionBinding = {
  kind: 'medflex',
  service: 'medflex',
  skips: {
    refresh_race: 'A token is issued once, and has no renewals.',
    lost_answer: 'Appointments of patients are read; assistants book with calls of their own, without keys.',
    gone: 'Payloads hold the appointments themselves.',
    early_webhook: 'Payloads hold the appointments themselves, which are not read again.',
    hook_off: 'People at MedFlex enter our address; no call would tell it again, and polls read everything.',
  },
  async found(world) {
    const token = `medflex-${randomUUID()}`;
    const { clinicId } = await world.control<{ clinicId: number }>('POST', '/medflex/accounts', { token });
    return { login: { kind: 'medflex', token }, branchId: String(clinicId) };
  },
  // The clinic requests that its changes are posted, and people at MedFlex enter the address.
  prepare: ({ world, account }, { webhookUrl: url, webhookToken: secret }) =>
    world.control('PUT', '/medflex/push', { token: tokenOf(account), url, secret }),
  lists: '/appointments/appointments/',
  pages: { first: 'page=1', size: 50 },
  async create(world, account, { phone = '+79161112233', isSilent = false }) {
    const { now } = await world.control<{ now: string }>('GET', '/clock');
    const day = Temporal.Instant.from(now).toZonedDateTimeISO('Europe/Moscow').toPlainDate().add({ days: DAYS_AHEAD });
    const { uuid } = await world.control<{ uuid: string }>('POST', '/medflex/appointments', {
      token: tokenOf(account),
      clinicId: Number(account.branchId),
      doctorId: Number(account.branchId) * 10,
      start: `${day.toString()} ${AT}`,
      phone,
      firstName: 'Мария',
      isSilent,
    });
    return uuid;
  },
  change: (world, id) => world.control('PATCH', `/medflex/appointments/${id}`, { status: 'confirmed' }),
  statuses: { created: 'waiting', changed: 'confirmed' },
  switchWebhooks: (world, on) => world.control('PATCH', '/medflex', { sends: on ? 'on' : 'off' }),
  async revoke(world, account) {
    const block = (isBlocked: boolean) =>
      world.control('POST', '/medflex/keys', { token: tokenOf(account), isBlocked });
    await block(true);
    return {
      async restore() {
        await block(false);
        return account;
      },
    };
  },
  rights: [{ flags: ['trigger'], right: 'appointments' }],
  setRight: (world, _account, _flags, isGranted) =>
    world.control('PATCH', '/medflex', { trigger: isGranted ? 'open' : 'closed' }),
  phones: ['+7 (926) 555-00-01', '89265550001', '8 (926) 555-00-01', '7 926 555 00 01', '+79265550001'],
  tooFast: (seconds) => ({
    status: 429,
    body: { detail: 'Запрос был проигнорирован: слишком часто.' },
    ...(seconds !== null && { headers: { 'retry-after': String(seconds) } }),
  }),
};
