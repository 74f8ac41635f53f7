import type { Page, Room } from '#web/lib/pages/room.ts';

const page = (given: Pick<Page, 'path' | 'title' | 'load' | 'isHidden'>): Page => ({
  ...given,
  section: 'message_templates',
  access: 'member',
  layout: 'shared',
});

/** WhatsApp templates: written here, approved by the provider. */
export const templatesRoom: Room = {
  texts: ['templates', 'senders', 'channels', 'flows', 'texts'],
  pages: [
    page({
      path: '/accounts/templates',
      title: 'templates:title',
      load: () => import('./TemplatesPage.tsx').then((m) => m.TemplatesPage),
    }),
    page({
      path: '/accounts/templates/new',
      title: 'templates:new',
      isHidden: true,
      load: () => import('./DraftPage.tsx').then((m) => m.NewTemplatePage),
    }),
    page({
      path: '/accounts/templates/draft/$draftId',
      title: 'templates:draft',
      load: () => import('./DraftPage.tsx').then((m) => m.DraftPage),
    }),
    page({
      path: '/accounts/templates/$channelId/$name/$language',
      title: 'templates:one',
      load: () => import('./TemplatePage.tsx').then((m) => m.TemplatePage),
    }),
  ],
  actions: [{ label: 'templates:new', to: '/accounts/templates/new', access: 'member' }],
};
