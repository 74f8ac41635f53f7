import { generateKeyPairSync } from 'node:crypto';
import type { JWK } from 'jose';

export type SigningKey = { kid: string; privateJwk: JWK; publicJwk: JWK; isPublished: boolean };
export type GoogleAccount = { sub: string; email: string; name: string; verified: boolean };
export type GoogleState = {
  clients: string[];
  accounts: GoogleAccount[];
  /** The last one signs. */
  keys: SigningKey[];
};

export function seedGoogle(): GoogleState {
  return {
    clients: ['frontdesk-demo.apps.example'],
    accounts: [
      { sub: '110000000000000000001', email: 'anna@example.test', name: 'Анна Соколова', verified: true },
      { sub: '110000000000000000002', email: 'ivan@example.test', name: 'Иван Кузнецов', verified: true },
      { sub: '110000000000000000003', email: 'unverified@example.test', name: 'Непроверенный Адрес', verified: false },
    ],
    keys: [{ ...(firstKey ??= newKey('world-key-1')) }],
  };
}

/** Made once per process: generating it takes longer than all other fixtures together. */
let firstKey: SigningKey | undefined;

/** NOTE: the one thing that no seed decides; keys are random as everywhere. */
export function newKey(kid: string): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicJwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' };
  return { kid, privateJwk: privateKey.export({ format: 'jwk' }), publicJwk, isPublished: true };
}
