import { type Room, screensOf } from '#web/lib/pages/room.ts';

const screen = screensOf(async () => (await import('./screens.ts')).SCREENS);

/** Replies to reviews: the widgets, their rules, and the history. */
export const repliesRoom: Room = {
  texts: ['replies'],
  pages: [
    {
      path: '/widgets/reviews-ai',
      title: 'replies:title',
      section: 'widgets',
      access: 'member',
      requires: 'review_replies',
      layout: 'shared',
      load: screen('ReplyWidgetsPage'),
    },
    {
      path: '/widgets/reviews-ai/$widgetId',
      title: 'replies:one',
      section: 'widgets',
      access: 'member',
      requires: 'review_replies',
      layout: 'shared',
      texts: ['reviews', 'delivery'],
      load: screen('ReplyWidgetPage'),
    },
  ],
  notices: () => import('./notices.ts').then((m) => m.repliesNotices),
  widgets: () => import('./widgets.tsx').then((m) => m.repliesWidgets),
};
