import type { Room } from '#web/lib/pages/room.ts';

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
      load: () => import('./LinksPage.tsx').then((m) => m.LinksPage),
    },
    {
      path: '/short-link/new',
      title: 'links:new',
      section: 'widgets',
      access: 'member',
      layout: 'shared',
      isHidden: true,
      load: () => import('./LinkPage.tsx').then((m) => m.NewLinkPage),
    },
    {
      path: '/short-link/$linkId',
      title: 'links:title',
      section: 'widgets',
      access: 'member',
      layout: 'shared',
      load: () => import('./LinkPage.tsx').then((m) => m.LinkPage),
    },
    {
      path: '/short-link/$linkId/print',
      title: 'links:sheet',
      section: 'widgets',
      access: 'member',
      layout: 'single',
      load: () => import('./qr/PrintLinkPage.tsx').then((m) => m.PrintLinkPage),
    },
    {
      path: '/widgets/qr',
      title: 'links:pages.title',
      section: 'widgets',
      access: 'member',
      layout: 'shared',
      load: () => import('./pages/QrPagesPage.tsx').then((m) => m.QrPagesPage),
    },
    {
      path: '/widgets/qr/new',
      title: 'links:pages.new',
      section: 'widgets',
      access: 'member',
      layout: 'shared',
      isHidden: true,
      load: () => import('./pages/QrPagePage.tsx').then((m) => m.NewQrPagePage),
    },
    {
      path: '/widgets/qr/$pageId',
      title: 'links:pages.title',
      section: 'widgets',
      access: 'member',
      layout: 'shared',
      load: () => import('./pages/QrPagePage.tsx').then((m) => m.QrPagePage),
    },
    {
      path: '/widgets/qr/$pageId/print',
      title: 'links:sheet',
      section: 'widgets',
      access: 'member',
      layout: 'single',
      load: () => import('./pages/PrintQrPage.tsx').then((m) => m.PrintQrPage),
    },
  ],
  actions: [
    { label: 'links:new', to: '/short-link/new', access: 'member' },
    { label: 'links:pages.new', to: '/widgets/qr/new', access: 'member' },
  ],
  widgets: () => import('./widgets.tsx').then((m) => m.linksWidgets),
};
