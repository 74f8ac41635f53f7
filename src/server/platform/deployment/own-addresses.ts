import { networkInterfaces } from 'node:os';

/** Addresses of this machine, as they stand in URLs. */
export function ownAddresses(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((of) => of ?? []);
  return ['0.0.0.0', ...addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address))];
}
