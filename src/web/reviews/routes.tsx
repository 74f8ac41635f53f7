import type { Room } from '#web/lib/pages/room.ts';

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
      load: () => import('./ReviewsPage.tsx').then((m) => m.ReviewsPage),
    },
    {
      path: '/widgets/reviews/rating/$id',
      title: 'reviews:one',
      section: 'widgets',
      access: 'member',
      layout: 'shared',
      load: () => import('./ReviewPage.tsx').then((m) => m.ReviewPage),
    },
    {
      path: '/widgets/review',
      title: 'reviews:settings.title',
      section: 'widgets',
      access: 'member',
      layout: 'shared',
      load: () => import('./ReviewSettingsPage.tsx').then((m) => m.ReviewSettingsPage),
    },
  ],
  senders: [{ kind: 'review', templateUse: { text: 'senders:review.template_use', path: '/widgets/review' } }],
  notices: () => import('./notices.ts').then((m) => m.reviewsNotices),
  widgets: () => import('./widgets.tsx').then((m) => m.reviewsWidgets),
};
