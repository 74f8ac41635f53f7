import type { Page, Room } from '#web/lib/pages/room.ts';
import { CONSENT_KINDS, type ConsentKindName } from '#contract/connections/kinds.ts';
import { pageOf, type PageKind, TYPED_KINDS } from './connection-appearances.ts';

const PAGE_KINDS: readonly PageKind[] = [...TYPED_KINDS, ...CONSENT_KINDS];

/** Booking systems and CRMs the cabinet is linked to: a page for each kind. */
export const connectionsRoom: Room = {
  texts: ['connections', 'commands'],
  pages: [...PAGE_KINDS.map(toPage), ...CONSENT_KINDS.map(toReturnPage)],
  actions: PAGE_KINDS.map((kind) => ({ label: `connections:${kind}.connect`, to: pageOf(kind), access: 'owner' })),
  notices: () => import('./notices.ts').then((m) => m.connectionsNotices),
};

function toReturnPage(kind: ConsentKindName): Page {
  return {
    path: `${pageOf(kind)}/connect`,
    title: `connections:${kind}.returning`,
    section: 'accounts',
    access: 'member',
    layout: 'shared',
    isHidden: true,
    load: async () => {
      const { ConsentReturnPage } = await (await import('./screens.ts')).SCREENS.returning();
      return () => <ConsentReturnPage kind={kind} />;
    },
  };
}

function toPage(kind: PageKind): Page {
  return {
    path: pageOf(kind),
    title: `connections:${kind}.title`,
    section: 'accounts',
    access: 'member',
    layout: 'shared',
    load: async () => {
      const { ConnectionsPage } = await (await import('./screens.ts')).SCREENS.connections();
      return () => <ConnectionsPage kind={kind} />;
    },
  };
}
