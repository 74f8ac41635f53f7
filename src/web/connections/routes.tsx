import type { Page, Room } from '#web/lib/pages/room.ts';
import { pageOf, TYPED_KINDS, type TypedKind } from './connection-appearances.ts';

/** Booking systems and CRMs the cabinet is linked to: a page for each kind. */
export const connectionsRoom: Room = {
  texts: ['connections', 'commands'],
  pages: TYPED_KINDS.map(toPage),
  actions: TYPED_KINDS.map((kind) => ({ label: `connections:${kind}.connect`, to: pageOf(kind), access: 'owner' })),
  notices: () => import('./notices.ts').then((m) => m.connectionsNotices),
};

function toPage(kind: TypedKind): Page {
  return {
    path: pageOf(kind),
    title: `connections:${kind}.title`,
    section: 'accounts',
    access: 'member',
    layout: 'shared',
    load: async () => {
      const { ConnectionsPage } = await import('./list/ConnectionsPage.tsx');
      return () => <ConnectionsPage kind={kind} />;
    },
  };
}
