import { expect, test } from 'vitest';
import { ADMIN_SIDEBAR } from '#contract/brands/sidebars.ts';
import { menuFor } from '#web/app/frame/menu.ts';
import { isPlain, pages } from '#web/app/pages.ts';
import { rooms } from '#web/app/rooms.ts';
import { mayOpen } from '#web/lib/pages/page-access.ts';
import { canOpen } from '#web/lib/pages/paths.ts';
import type { Session } from '#web/lib/api/session.ts';

const as = (memberRole: 'owner' | 'staff', operator: { isAdmin?: boolean; isSuperAdmin?: boolean } = {}): Session => ({
  isAuthenticated: true,
  userId: '',
  currentUserEmail: '',
  currentUserPhoneNumber: null,
  isAdmin: false,
  isSuperAdmin: false,
  ...operator,
  user: { memberRole } as Extract<Session, { isAuthenticated: true }>['user'], // NOTE: nothing else is read
});

const ROLES = {
  owner: as('owner'),
  staff: as('staff'),
  admin: as('owner', { isAdmin: true }),
  super_admin: as('owner', { isAdmin: true, isSuperAdmin: true }),
};

/** The page that the router would draw at a path. */
const pageAt = (path: string) =>
  pages.find(
    (page) => isPlain(page) && page.path.replaceAll(/\/?\{-\$\w+\}/g, '').toLowerCase() === path.toLowerCase(),
  );

test.each(Object.entries(ROLES))('the menu of a member (%s) leads only to pages they can open', (_role, session) => {
  const places = menuFor(session).flatMap(({ path, children }) => [...(path ? [{ path }] : []), ...children]);
  expect(places.length).toBeGreaterThan(5);
  const denied = places.filter(({ path }) => {
    const page = pageAt(path);
    return !page || !mayOpen(page.access, session);
  });
  expect(denied).toEqual([]);
});

test('staff are not offered what only the owner may do, and nobody but operators the admin area', () => {
  const actions = rooms.flatMap((room) => room.actions ?? []);
  const owned = pages.filter(({ access }) => access === 'owner');
  expect(owned.length).toBeGreaterThan(0);
  for (const { path } of owned) {
    expect(canOpen(path, ROLES.owner)).toBe(true);
    expect(canOpen(path, ROLES.staff)).toBe(false);
  }
  expect(actions.some(({ access }) => mayOpen(access, ROLES.owner) && !mayOpen(access, ROLES.staff))).toBe(true);
  for (const { path } of ADMIN_SIDEBAR) expect(canOpen(path, ROLES.owner)).toBe(false);
});

test('a path is matched without regard to case, its search and its parameters', () => {
  expect(canOpen('/flows?status=error', ROLES.staff)).toBe(true);
  expect(canOpen('/Flows/edit/7/when', ROLES.staff)).toBe(true);
  expect(canOpen('/flows/edit', ROLES.staff)).toBe(false);
  expect(canOpen('/nowhere', ROLES.owner)).toBe(false);
  expect(canOpen('/', ROLES.staff)).toBe(true);
});
