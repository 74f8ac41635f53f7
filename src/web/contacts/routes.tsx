import type { Room } from '#web/lib/pages/room.ts';
import { searchContacts } from './contact-search.ts';

/** The customers of the business, and those who must not be written to. */
export const contactsRoom: Room = {
  texts: ['contacts'],
  pages: [
    {
      path: '/contacts',
      title: 'contacts:list.title',
      access: 'member',
      layout: 'shared',
      load: () => import('./ContactsPage.tsx').then((m) => m.ContactsPage),
    },
    {
      path: '/phones/subscribers',
      title: 'contacts:subscribers.title',
      access: 'member',
      layout: 'shared',
      load: () => import('./SubscribersPage.tsx').then((m) => m.SubscribersPage),
    },
    {
      path: '/phones/ignore',
      title: 'contacts:ignore_title',
      access: 'member',
      layout: 'shared',
      load: () => import('./IgnoreListPage.tsx').then((m) => m.IgnoreListPage),
    },
  ],
  searches: [{ section: 'contacts', data: 'contacts', find: searchContacts }],
  actions: [{ label: 'contacts:add', to: '/phones/ignore', access: 'member' }],
};
