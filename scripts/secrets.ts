import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Secrets of this installation. Without the key the stored credentials cannot be decrypted. */
export type Secrets = { secretKey: string; clockToken: string };

/** Made once, readable by the one who starts the product, and kept with its data. */
export function keepSecrets(file: string): Secrets {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Secrets; // NOTE: written below
  const secrets = { secretKey: randomBytes(32).toString('base64'), clockToken: randomBytes(24).toString('base64url') };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}
