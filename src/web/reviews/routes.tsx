import { type Room, screensOf } from '#web/lib/pages/room.ts';

const screen = screensOf(async () => (await import('./screens.ts')).SCREENS);

/** Reviews of visits: the list with its figures, one review, and the settings of the page. */
export const reviewsRoom: Room = {
  texts: ['reviews', 'contacts', 'delivery'],
  pages: [
    {
      path: '/reviews',
      title: 'reviews:title',
      section: 'reviews',
      access: 'member',
      layout: 'shared',
      load: screen('ReviewsPage'),
    },
    {
      path: '/widgets/reviews/rating/$id',
      title: 'reviews:one',
      section: 'widgets',
      access: 'member',
      layout: 'shared',
      load: screen('ReviewPage'),
    },
    {
      path: '/widgets/review',
      title: 'reviews:settings.title',
      section: 'widgets',
      access: 'member',
      layout: 'shared',
      load: screen('ReviewSettingsPage'),
    },
  ],
  senders: [{ kind: 'review', templateUse: { text: 'senders:review.template_use', path: '/widgets/review' } }],
  notices: () => import('./notices.ts').then((m) => m.reviewsNotices),
  widgets: () => import('./widgets.tsx').then((m) => m.reviewsWidgets),
};
