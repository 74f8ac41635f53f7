import type { Page, Room } from '#web/lib/pages/room.ts';

const page = (given: Pick<Page, 'path' | 'title' | 'section' | 'load'>): Page => ({
  ...given,
  access: 'member',
  layout: 'shared',
});

/** Ready-made flows: all of them, and those of each system. */
export const galleryRoom: Room = {
  texts: ['flows', 'gallery'],
  pages: [
    page({
      path: '/templates',
      title: 'gallery:title',
      load: () => import('./GalleryPage.tsx').then((m) => m.AllTemplatesPage),
    }),
    ...(['yclients', 'altegio', 'iikocrm', 'apicrm'] as const).map((gallery) =>
      page({
        path: `/templates/${gallery}`,
        title: `gallery:${gallery}`,
        load: () => import('./GalleryPage.tsx').then((m) => m.SYSTEM_PAGES[gallery]),
      }),
    ),
    page({
      path: '/templates/$integration/add/$templateType',
      title: 'gallery:add_title',
      load: () => import('./AddTemplatePage.tsx').then((m) => m.AddTemplatePage),
    }),
    page({
      path: '/templates/$integration/edit/$workflowId',
      title: 'flows:edit_title',
      section: 'flows',
      load: () => import('./AddTemplatePage.tsx').then((m) => m.EditTemplatePage),
    }),
  ],
};
