import { homeTitle } from '#web/lib/pages/brand.ts';
import { type Room, screensOf } from '#web/lib/pages/room.ts';

const screen = screensOf(async () => (await import('./screens.ts')).SCREENS);

/** Quality control: chats, calls, checklists and reports. */
export const qualityRoom: Room = {
  texts: ['quality'],
  pages: [
    {
      path: '/',
      title: homeTitle(),
      access: 'member',
      layout: 'shared',
      variant: 'quality_control',
      load: screen('QualityHomePage'),
    },
    {
      path: '/chats',
      title: 'app:menu.chats',
      section: 'chats',
      access: 'member',
      layout: 'shared',
      load: screen('ChatsPage'),
    },
    {
      path: '/chats/checklists/new',
      title: 'quality:checklist.add',
      section: 'chats',
      access: 'member',
      layout: 'shared',
      load: screen('NewChecklistPage'),
    },
    {
      path: '/chats/checklists/$checklistId',
      title: 'quality:checklist.name',
      section: 'chats',
      access: 'member',
      layout: 'shared',
      load: screen('ChecklistPage'),
    },
    {
      path: '/calls',
      title: 'app:menu.calls',
      section: 'calls',
      access: 'member',
      layout: 'shared',
      load: screen('CallsPage'),
    },
    {
      path: '/reports/$reportId',
      title: 'quality:report.name',
      access: 'member',
      layout: 'shared',
      load: screen('ReportPage'),
    },
  ],
  actions: [
    { label: 'quality:order.action.chats', to: '/chats?open=order', access: 'member' },
    { label: 'quality:order.action.calls', to: '/calls?open=order', access: 'member' },
  ],
  notices: () => import('./notices.ts').then((m) => m.qualityNotices),
};
