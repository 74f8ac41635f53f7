import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { MarketplaceKind, MarketplaceLink, MarketplacePerson } from '#contract/connections/marketplace.ts';
import type { Config } from '#server/platform/deployment/config.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { sameSecret } from '#server/platform/secrets/vault.ts';

/** More branches than any owner has; longer lists are taken for forged. */
const MAX_BRANCHES = 200;
const LONGEST_FIELD = 200;

/** A link from the marketplace. The branches in it are not signed. */
export type MarketplaceVisit = {
  kind: MarketplaceKind;
  applicationId: string;
  branchExternalIds: string[];
  person: MarketplacePerson | null;
};

/** One application of ours, as this deployment is configured. */
export type OwnApplication = { id: string; partnerToken: string; systemUserToken: string; cardUrl: string | null };

/**
 * Reads the URL a vendor sent an owner to, and refuses data that the vendor did not sign.
 *
 * `salon_id=1`, `salon_ids[]=1&salon_ids[]=2` and `salon_ids[0]=1` all name branches. The person may be missing: the
 * vendor sends one only where the application is set up so.
 *
 * @throws {Problem} `marketplace.…`, each with its own text for the visitor, and `cardUrl` to go back to
 */
export function readLink(config: Config, { kind, applicationId, search }: MarketplaceLink): MarketplaceVisit {
  const query = new URLSearchParams(search);
  const requestedId = applicationId ?? query.get('application_id') ?? config.marketplace[kind].applicationIds[0];
  const application = findApplication(config, kind, requestedId ?? '');
  if (!application) throw new Problem('marketplace.unknown_application');
  const person = readPerson(application, query.get('user_data'), query.get('user_data_sign'));
  const branchExternalIds = readBranchIds(query);
  if (branchExternalIds.length === 0) throw new Problem('marketplace.no_branches', { cardUrl: application.cardUrl });
  return { kind, applicationId: application.id, branchExternalIds, person };
}

/** Returns null for an application that is not ours, or one that lacks a configured token. */
export function findApplication(config: Config, kind: MarketplaceKind, id: string): OwnApplication | null {
  const { applicationIds, systemUserToken, cardUrl } = config.marketplace[kind];
  const { partnerToken } = config[kind];
  if (!applicationIds.includes(id) || !partnerToken || !systemUserToken) return null;
  return { id, partnerToken, systemUserToken, cardUrl };
}

function readBranchIds(query: URLSearchParams): string[] {
  const named = [...query].filter(([name]) => /^salon_ids?(\[\d*\])?$/.test(name));
  const ids = named.map(([, id]) => id.trim()).filter((id) => /^\d{1,15}$/.test(id));
  return [...new Set(ids)].slice(0, MAX_BRANCHES);
}

/**
 * Checks the signature. The vendor signs the bytes of the JSON, not their base64 text (the reference, 0.1 and 1.8).
 *
 * @returns null where the vendor sends no person
 */
function readPerson(
  { partnerToken, cardUrl }: OwnApplication,
  userData: string | null,
  sign: string | null,
): MarketplacePerson | null {
  if (userData === null) return null;
  if (!sign) throw new Problem('marketplace.unsigned', { cardUrl });
  const raw = Buffer.from(userData.replaceAll(' ', '+'), 'base64'); // NOTE: a plus in a query is decoded as a space
  const expected = createHmac('sha256', partnerToken).update(raw).digest('hex');
  if (!sameSecret(sign.trim().toLowerCase(), expected)) throw new Problem('marketplace.wrong_signature', { cardUrl });
  return toPerson(raw);
}

const Field = z
  .string()
  .transform((text) => text.replaceAll('\0', '').trim().slice(0, LONGEST_FIELD) || null)
  .nullish()
  .catch(null);
const UserData = z.object({ name: Field, email: Field, phone: z.union([z.number().transform(String), Field]) });

/** Parses the signed person; an undocumented shape gives a person without details. */
function toPerson(raw: Buffer): MarketplacePerson {
  const known = UserData.safeParse(parse(raw));
  if (!known.success) return { name: null, email: null, phone: null };
  const { name, email, phone } = known.data;
  return { name: name ?? null, email: email ?? null, phone: phoneOf(phone ?? null) };
}

/** Adds the plus: the vendor sends digits only, with the country code: `79990009900`. */
function phoneOf(phone: string | null): string | null {
  return phone !== null && /^\d{11,15}$/.test(phone) ? `+${phone}` : phone;
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return null;
  }
}
