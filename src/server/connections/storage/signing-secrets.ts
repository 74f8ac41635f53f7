import type { SigningSecrets } from '#server/connections/signature-port.ts';
import { type Database, withTenant } from '#server/platform/database/db.ts';
import { digest, type Vault } from '#server/platform/secrets/vault.ts';
import { saveSigningSecret } from './signing-queries.ts';

// NOTE: a process: it stores what a provider receives between its calls.

/** Stores the secrets that vendors give to providers, sealed. */
export const createSigningSecrets = ({ db, vault }: { db: Database; vault: Vault }): SigningSecrets => ({
  async save(tenantId, { url }, { object, secret }) {
    const hash = digest(new URL(url).pathname.split('/').at(-1) ?? '');
    const box = secret === null ? null : vault.seal(tenantId, { secret });
    await withTenant({ db }, tenantId, (scope) => saveSigningSecret(scope, { hash, object, box }));
  },
});
