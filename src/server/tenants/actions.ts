import { randomUUIDv7 } from 'node:crypto';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/events/events.ts';
import { fileUrl } from '#server/platform/context/file-address.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import type { PublicAppearance } from '#server/platform/visitors/visitor-pages.ts';
import { ownPhonesChanged } from './jobs.ts';
import {
  closeNotice,
  findAppearance,
  findTenant,
  insertNotice,
  insertTenant,
  nameUnnamedTenant,
  setNoticesRead,
  setUtmTag,
  type NewTenant,
  type TenantChange,
  updateAppearance,
  updateTenant,
} from './queries.ts';
import { type NewNotice, readPhones, type StoredAppearance, type Tenant } from './rules.ts';

/** The cabinet the scope is bound to. @throws when there is none: a scope is made from a token or a row */
export async function getTenant(scope: TenantScope): Promise<Tenant> {
  const tenant = await findTenant(scope);
  if (!tenant) throw new Problem('auth.required');
  return tenant;
}

/** Creates the cabinet the scope is bound to. */
export async function createTenant(scope: TenantScope, tenant: NewTenant): Promise<void> {
  await insertTenant(scope, tenant);
}

/** Notes the campaign that brought the cabinet, where its registration named none. */
export async function keepCampaign(scope: TenantScope, utmTag: string): Promise<void> {
  await setUtmTag(scope, utmTag);
}

/** Changes the settings that are given. */
export async function changeTenant(scope: TenantScope, change: Omit<TenantChange, 'testPhones'>): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) return;
  await updateTenant(scope, change);
}

/** The appearance of the business on its public pages. */
export async function publicAppearance(
  scope: TenantScope & Pick<ActionScope, 'vault' | 'config'>,
): Promise<PublicAppearance> {
  const { name, accent, logoFileId } = await getAppearance(scope);
  return { businessName: name, accent, logoUrl: logoFileId && fileUrl(scope, scope.tenantId, logoFileId) };
}

/** @throws when there is no such cabinet */
export async function getAppearance(scope: TenantScope): Promise<StoredAppearance> {
  const appearance = await findAppearance(scope);
  if (!appearance) throw new Problem('auth.required');
  return appearance;
}

/** @param appearance.logoFileId an uploaded image of the tenant */
export async function changeAppearance(scope: TenantScope, appearance: Omit<StoredAppearance, 'name'>): Promise<void> {
  await updateAppearance(scope, appearance);
}

/** Calls a cabinet that nobody named yet by its business: customers read the name in their messages. */
export async function nameAfterBusiness(scope: TenantScope, title: string): Promise<void> {
  await nameUnnamedTenant(scope, title);
}

/** @param phones E.164; see `readPhones` for what a person typed */
export async function setTestPhones(scope: TenantScope, phones: string[]): Promise<void> {
  await updateTenant(scope, { testPhones: phones });
}

/** Replans messages that wait for the owners' own numbers after a change of these numbers. */
export async function emitOwnPhonesChanged(scope: ActionScope): Promise<void> {
  await emit(scope, ownPhonesChanged, {
    dedupeKey: randomUUIDv7(),
    facts: {},
    occurredAt: scope.clock.now(),
  });
}

/** Raises a notice, once while it is open. @returns whether it was raised now */
export async function raiseNotice(scope: TenantScope, now: Temporal.Instant, notice: NewNotice): Promise<boolean> {
  const isNew = await insertNotice(scope, now, notice);
  if (isNew) await announce(scope, 'notices');
  return isNew;
}

/** Closes the open notice with the key, when there is one. @returns whether there was */
export async function resolveNotice(scope: TenantScope, now: Temporal.Instant, key: string): Promise<boolean> {
  const wasOpen = await closeNotice(scope, now, key);
  if (wasOpen) await announce(scope, 'notices');
  return wasOpen;
}

export async function markNoticesRead(scope: TenantScope, now: Temporal.Instant): Promise<void> {
  if ((await setNoticesRead(scope, now)) > 0) await announce(scope, 'notices');
}

/**
 * Normalises numbers typed by a person.
 * @throws {Problem} `request.invalid` with the numbers that cannot be parsed
 */
export async function readTestPhones(scope: TenantScope, typed: string): Promise<string[]> {
  const { countryId } = await getTenant(scope);
  const { phones, wrong } = readPhones(typed, countryId);
  if (wrong.length > 0) throw new Problem('request.invalid', { fields: { testPhones: wrong } });
  return phones;
}
