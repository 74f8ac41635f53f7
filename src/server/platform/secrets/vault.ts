import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { TenantId } from '#contract/tenants/ids.ts';

/**
 * Encrypts credentials of connections and signs tokens and links. All keys are derived from one key of the
 * configuration.
 */
export type Vault = {
  /** Encrypts a JSON value for one tenant; it cannot be decrypted with another tenant's id. */
  seal(tenantId: TenantId, secret: unknown): Buffer;
  /** @throws when the box was sealed for another tenant or with another key */
  open(tenantId: TenantId, box: Buffer): unknown;
  /** Returns a keyed digest for tokens and links, separate for each purpose. */
  sign(purpose: string, text: string): Buffer;
};

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/**
 * Maximum number of cached signing keys. Deriving a key costs five times its use; messages with an unsubscribe link
 * are signed by the thousand.
 */
const MAX_CACHED_KEYS = 1_000;

/** @param secretKey at least 32 bytes of randomness, in hex or base64 */
export function openVault(secretKey: string): Vault {
  const master = createHash('sha256').update(secretKey).digest();
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', purpose, 32));
  const boxKey = derive('box');
  const signingKeys = new Map<string, Buffer>();
  const signingKey = (purpose: string) => {
    if (signingKeys.size > MAX_CACHED_KEYS) signingKeys.clear(); // purposes contain tenant ids, and there are many
    return signingKeys.getOrInsertComputed(purpose, () => derive(`sign:${purpose}`));
  };
  return {
    seal(tenantId, secret) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, boxKey, nonce).setAAD(Buffer.from(tenantId));
      const sealed = Buffer.concat([cipher.update(JSON.stringify(secret)), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    open(tenantId, box) {
      const nonce = box.subarray(0, NONCE_BYTES);
      const tag = box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(ALGORITHM, boxKey, nonce).setAAD(Buffer.from(tenantId)).setAuthTag(tag);
      const text = Buffer.concat([decipher.update(box.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
      return JSON.parse(text.toString());
    },
    sign: (purpose, text) => createHmac('sha256', signingKey(purpose)).update(text).digest(),
  };
}

/** Creates a random secret that fits a URL: 32 bytes. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a secret that is only ever compared. */
export function digest(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Compares in constant time. */
export function sameSecret(left: string | Buffer, right: string | Buffer): boolean {
  const [a, b] = [digestOf(left), digestOf(right)];
  return timingSafeEqual(a, b);
}

function digestOf(value: string | Buffer): Buffer {
  return hash('sha256', value, 'buffer');
}
