import { randomUUIDv7 } from 'node:crypto';
import type { Context } from '#server/platform/context.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { emit } from '#server/platform/events.ts';
import { Problem } from '#server/platform/problem.ts';
import { announce } from '#server/platform/realtime.ts';
import { ownPhonesChanged } from './jobs.ts';
import {
  closeNotice,
  findTenant,
  insertNotice,
  insertTenant,
  nameUnnamedTenant,
  setNoticesRead,
  type NewTenant,
  type TenantChange,
  updateTenant,
} from './queries.ts';
import type { NewNotice, Tenant } from './rules.ts';

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

/** Changes the settings that are given. */
export async function changeTenant(scope: TenantScope, change: Omit<TenantChange, 'testPhones'>): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) return;
  await updateTenant(scope, change);
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
export async function tellOwnPhonesChanged(
  ctx: Pick<Context, 'clock' | 'subscriptions'>,
  scope: TenantScope,
): Promise<void> {
  await emit(ctx, scope, ownPhonesChanged, {
    dedupeKey: randomUUIDv7(),
    facts: {},
    occurredAt: ctx.clock.now(),
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
