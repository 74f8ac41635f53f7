import { type IikoKeys, receivesIiko, iikoKeys } from '../iiko/state/keys.ts';
import { SERVICES } from './services.ts';
import type { Sim } from '../sim/sim.ts';
import type { PlatformState } from '../yclients/state.ts';
import type { VendorName } from '../yclients/vendors.ts';

/** Where a business keeps its visits, and how its owner signs in there. */
export type BookingKeys = { login: string; password: string; branches: string[] };

/** Credentials of one business that its owner enters in a cabinet. */
export type BusinessKeys = Record<VendorName, BookingKeys | null> & {
  name: string;
  iiko: IikoKeys | null;
  dialog360: { key: string; phone: string } | null;
  telegram: { token: string; username: string } | null;
  /** Credentials of all other services. */
  others: { label: string; value: string }[];
  /** Whether some cabinet has the number, the bot or the restaurants just now. */
  isTaken: boolean;
};

/** The world's businesses, by the name that their number, their bot and their branches share. */
export function listKeys(sim: Sim): BusinessKeys[] {
  const { state } = sim;
  const services = SERVICES.flatMap((service) => service.keys(sim));
  const { d360, tg, iiko } = state;
  const bots = tg.bots.filter(({ revoked }) => !revoked);
  const senders = [...d360.numbers, ...bots].map(({ name }) => name);
  const names = [...new Set([...senders, ...iiko.organizations.map(({ network }) => network)])];
  return names.map((name) => {
    const number = d360.numbers.find((one) => one.name === name);
    const bot = bots.find((one) => one.name === name);
    const own = services.filter(({ business }) => business === name);
    return {
      name,
      yclients: bookingKeys(state.yclients, name),
      altegio: bookingKeys(state.altegio, name),
      iiko: iikoKeys(iiko, name),
      dialog360: number ? { key: number.key, phone: `+${number.phone}` } : null,
      telegram: bot ? { token: bot.token, username: bot.username } : null,
      others: own.flatMap(({ keys }) => keys),
      isTaken:
        Boolean(number?.webhook ?? number?.meta ?? bot?.webhook) ||
        receivesIiko(iiko, name) ||
        own.some(({ isTaken }) => isTaken),
    };
  });
}

function bookingKeys({ companies, users }: PlatformState, name: string): BookingKeys | null {
  const branches = companies.filter(({ title }) => title.startsWith(name));
  const user = users.find(({ companyIds }) => branches.some(({ id }) => companyIds.includes(id)));
  if (!user) return null;
  return { login: user.login, password: user.password, branches: branches.map(({ title }) => title) };
}
