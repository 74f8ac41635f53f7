import type { Room } from '#web/lib/pages/room.ts';

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
      load: () => import('./list/ReplyWidgetsPage.tsx').then((m) => m.ReplyWidgetsPage),
    },
    {
      path: '/widgets/reviews-ai/$widgetId',
      title: 'replies:one',
      section: 'widgets',
      access: 'member',
      requires: 'review_replies',
      layout: 'shared',
      texts: ['reviews', 'delivery'],
      load: () => import('./ReplyWidgetPage.tsx').then((m) => m.ReplyWidgetPage),
    },
  ],
  notices: () => import('./notices.ts').then((m) => m.repliesNotices),
  widgets: () => import('./widgets.tsx').then((m) => m.repliesWidgets),
};
