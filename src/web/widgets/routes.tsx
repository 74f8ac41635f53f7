import { declaredRooms } from '#web/lib/pages/declared-rooms.ts';
import type { Room } from '#web/lib/pages/room.ts';

/** Pages that contacts open outside the cabinet, with their figures. */
export const widgetsRoom: Room = {
  texts: ['widgets', 'widget_entries', 'booking'],
  pages: [
    {
      path: '/widgets',
      title: 'widgets:title',
      access: 'member',
      layout: 'shared',
      load: async () => {
        const [{ WidgetsPage }, widgets] = await Promise.all([import('./WidgetsPage.tsx'), loadWidgets()]);
        return () => <WidgetsPage widgets={widgets} />;
      },
    },
  ],
};

/** Loads the cards of all rooms, in the order they are shown. */
async function loadWidgets() {
  const ofRooms = await Promise.all(declaredRooms().map(({ widgets }) => widgets?.()));
  return ofRooms.flatMap((widgets) => widgets ?? []).toSorted((a, b) => a.order - b.order);
}
