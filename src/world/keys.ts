import type { Sim } from './sim.ts';

/** What the owner of one business enters in a cabinet to connect it. */
export type BusinessKeys = {
  name: string;
  yclients: { login: string; password: string; branches: string[] } | null;
  dialog360: { key: string; phone: string } | null;
  telegram: { token: string; username: string } | null;
  /** Whether some cabinet has the number or the bot just now. */
  isTaken: boolean;
};

/** The world's businesses, by the name that their number, their bot and their branches share. */
export function listKeys({ state }: Sim): BusinessKeys[] {
  const { d360, tg, yclients } = state;
  const bots = tg.bots.filter(({ revoked }) => !revoked);
  const names = [...new Set([...d360.numbers, ...bots].map(({ name }) => name))];
  return names.map((name) => {
    const number = d360.numbers.find((one) => one.name === name);
    const bot = bots.find((one) => one.name === name);
    const branches = yclients.companies.filter(({ title }) => title.startsWith(name));
    const user = yclients.users.find(({ companyIds }) => branches.some(({ id }) => companyIds.includes(id)));
    return {
      name,
      yclients: user
        ? { login: user.login, password: user.password, branches: branches.map(({ title }) => title) }
        : null,
      dialog360: number ? { key: number.key, phone: `+${number.phone}` } : null,
      telegram: bot ? { token: bot.token, username: bot.username } : null,
      isTaken: Boolean(number?.webhook ?? number?.meta ?? bot?.webhook),
    };
  });
}
