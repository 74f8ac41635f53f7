import type { IikoState, Login } from './state.ts';

/** Either key connects a network; the second one only together with the integrator's own application. */
export type IikoKeys = { apiLogin: string | null; apiKey: string | null; organizations: string[] };

export function iikoKeys(state: IikoState, network: string): IikoKeys | null {
  const organizations = organizationsOf(state, network);
  if (organizations.length === 0) return null;
  const ids = new Set(organizations.map(({ id }) => id));
  const keyOf = (kind: Login['kind']) =>
    state.logins.find((one) => one.kind === kind && one.organizationIds.some((id) => ids.has(id)))?.key ?? null;
  return {
    apiLogin: keyOf('apiLogin'),
    apiKey: keyOf('apiKey'),
    organizations: organizations.map(({ name }) => name),
  };
}

/** Whether a tenant receives the network's orders. */
export function receivesIiko(state: IikoState, network: string): boolean {
  const ids = new Set(organizationsOf(state, network).map(({ id }) => id));
  return state.webhooks.some(({ organizationId, isForeign }) => !isForeign && ids.has(organizationId));
}

const organizationsOf = ({ organizations }: IikoState, network: string) =>
  organizations.filter((one) => one.network === network);
