import { type Room, screensOf } from '#web/lib/pages/room.ts';

const screen = screensOf(async () => (await import('./screens.ts')).SCREENS);

/** Links to share, and their QR codes. */
export const linksRoom: Room = {
  texts: ['links', 'contacts', 'flows'],
  pages: [
    {
      path: '/short-link',
      title: 'links:title',
      section: 'widgets',
      access: 'member',
      layout: 'shared',
      load: screen('LinksPage'),
    },
    {
      path: '/short-link/new',
      title: 'links:new',
      section: 'widgets',
      access: 'member',
      layout: 'shared',
      isHidden: true,
      load: screen('NewLinkPage'),
    },
    {
      path: '/short-link/$linkId',
      title: 'links:title',
      section: 'widgets',
      access: 'member',
      layout: 'shared',
      load: screen('LinkPage'),
    },
    {
      path: '/short-link/$linkId/print',
      title: 'links:sheet',
      section: 'widgets',
      access: 'member',
      layout: 'single',
      load: screen('PrintLinkPage'),
    },
    {
      path: '/widgets/qr',
      title: 'links:pages.title',
      section: 'widgets',
      access: 'member',
      layout: 'shared',
      load: screen('QrPagesPage'),
    },
    {
      path: '/widgets/qr/new',
      title: 'links:pages.new',
      section: 'widgets',
      access: 'member',
      layout: 'shared',
      isHidden: true,
      load: screen('NewQrPagePage'),
    },
    {
      path: '/widgets/qr/$pageId',
      title: 'links:pages.title',
      section: 'widgets',
      access: 'member',
      layout: 'shared',
      load: screen('QrPagePage'),
    },
    {
      path: '/widgets/qr/$pageId/print',
      title: 'links:sheet',
      section: 'widgets',
      access: 'member',
      layout: 'single',
      load: screen('PrintQrPage'),
    },
  ],
  actions: [
    { label: 'links:new', to: '/short-link/new', access: 'member' },
    { label: 'links:pages.new', to: '/widgets/qr/new', access: 'member' },
  ],
  widgets: () => import('./widgets.tsx').then((m) => m.linksWidgets),
};
