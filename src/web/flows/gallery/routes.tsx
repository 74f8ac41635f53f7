import { type Page, type Room, screensOf } from '#web/lib/pages/room.ts';

const screen = screensOf(async () => (await import('./screens.ts')).SCREENS);

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
      load: screen('AllTemplatesPage'),
    }),
    ...(['yclients', 'altegio', 'iikocrm', 'apicrm'] as const).map((gallery) =>
      page({
        path: `/templates/${gallery}`,
        title: `gallery:${gallery}`,
        load: screen(gallery),
      }),
    ),
    page({
      path: '/templates/$integration/add/$templateType',
      title: 'gallery:add_title',
      load: screen('AddTemplatePage'),
    }),
    page({
      path: '/templates/$integration/edit/$workflowId',
      title: 'flows:edit_title',
      section: 'flows',
      load: screen('EditTemplatePage'),
    }),
  ],
};
