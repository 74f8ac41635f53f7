import type { Page, Room } from '#web/lib/room.ts';

type Given = Pick<Page, 'path' | 'title' | 'load'>;

const page = (given: Given): Page => ({ ...given, access: 'member', layout: 'shared' });

/** Ready-made flows. */
export const galleryRoom: Room = {
  texts: ['templates', 'flows', 'flowlist'],
  pages: [
    page({
      path: '/templates',
      title: 'templates.title',
      load: () => import('./GalleryPage.tsx').then((m) => m.AllTemplatesPage),
    }),
    page({
      path: '/templates/yclients',
      title: 'templates.yclients',
      load: () => import('./GalleryPage.tsx').then((m) => m.YclientsTemplatesPage),
    }),
    page({
      path: '/templates/altegio',
      title: 'templates.altegio',
      load: () => import('./GalleryPage.tsx').then((m) => m.AltegioTemplatesPage),
    }),
    page({
      path: '/templates/iikocrm',
      title: 'templates.iikocrm',
      load: () => import('./GalleryPage.tsx').then((m) => m.IikoTemplatesPage),
    }),
    page({
      path: '/templates/apicrm',
      title: 'templates.apicrm',
      load: () => import('./GalleryPage.tsx').then((m) => m.ApiTemplatesPage),
    }),
    page({
      path: '/templates/$integration/add/$templateType',
      title: 'templates.add_title',
      load: () => import('./AddTemplatePage.tsx').then((m) => m.AddTemplatePage),
    }),
    page({
      path: '/templates/$integration/edit/$workflowId',
      title: 'flows.edit_title',
      load: () => import('./AddTemplatePage.tsx').then((m) => m.EditTemplatePage),
    }),
  ],
};
