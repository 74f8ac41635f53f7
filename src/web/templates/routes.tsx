import { type Page, type Room, screensOf } from '#web/lib/pages/room.ts';

const screen = screensOf(async () => (await import('./screens.ts')).SCREENS);

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
      load: screen('TemplatesPage'),
    }),
    page({
      path: '/accounts/templates/new',
      title: 'templates:new',
      isHidden: true,
      load: screen('NewTemplatePage'),
    }),
    page({
      path: '/accounts/templates/draft/$draftId',
      title: 'templates:draft',
      load: screen('DraftPage'),
    }),
    page({
      path: '/accounts/templates/$channelId/$name/$language',
      title: 'templates:one',
      load: screen('TemplatePage'),
    }),
  ],
  actions: [{ label: 'templates:new', to: '/accounts/templates/new', access: 'member' }],
};
