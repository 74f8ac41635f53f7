import { type Room, screensOf } from '#web/lib/pages/room.ts';
import { searchContacts } from './contact-search.ts';

const screen = screensOf(async () => (await import('./screens.ts')).SCREENS);

/** The customers of the business, and those who must not be written to. */
export const contactsRoom: Room = {
  texts: ['contacts'],
  pages: [
    {
      path: '/contacts',
      title: 'contacts:list.title',
      access: 'member',
      layout: 'shared',
      load: screen('ContactsPage'),
    },
    {
      path: '/phones/subscribers',
      title: 'contacts:subscribers.title',
      access: 'member',
      layout: 'shared',
      load: screen('SubscribersPage'),
    },
    {
      path: '/phones/ignore',
      title: 'contacts:ignore_title',
      access: 'member',
      layout: 'shared',
      load: screen('IgnoreListPage'),
    },
  ],
  searches: [{ section: 'contacts', data: 'contacts', find: searchContacts }],
  actions: [{ label: 'contacts:add', to: '/phones/ignore', access: 'member' }],
};
