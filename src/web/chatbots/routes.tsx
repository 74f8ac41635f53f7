import type { Room } from '#web/lib/pages/room.ts';

/** Bots that answer without a model. */
export const chatbotsRoom: Room = {
  texts: ['chatbots'],
  pages: [
    {
      path: '/chatbots',
      title: 'chatbots:title',
      section: 'chatbots',
      access: 'member',
      requires: 'notifications',
      layout: 'shared',
      texts: ['channels'],
      load: () => import('./ChatbotsPage.tsx').then((m) => m.ChatbotsPage),
    },
    {
      path: '/chatbots/booking',
      title: 'chatbots:booking.main',
      section: 'chatbots',
      access: 'member',
      requires: 'notifications',
      layout: 'shared',
      texts: ['flows', 'texts'],
      load: () => import('./booking/BookingBotPage.tsx').then((m) => m.MainBookingBotPage),
    },
    {
      path: '/chatbots/booking/new',
      title: 'chatbots:booking.new',
      section: 'chatbots',
      access: 'member',
      requires: 'notifications',
      layout: 'shared',
      texts: ['flows', 'texts'],
      isHidden: true,
      load: () => import('./booking/BookingBotPage.tsx').then((m) => m.NewBookingBotPage),
    },
    {
      path: '/chatbots/booking/$chatbotId',
      title: 'chatbots:booking.main',
      section: 'chatbots',
      access: 'member',
      requires: 'notifications',
      layout: 'shared',
      texts: ['flows', 'texts'],
      load: () => import('./booking/BookingBotPage.tsx').then((m) => m.BookingBotPage),
    },
    {
      path: '/chatbots/script/$botId',
      title: 'chatbots:script.title',
      section: 'chatbots',
      access: 'member',
      requires: 'notifications',
      layout: 'shared',
      texts: ['flows', 'texts'],
      load: () => import('./scripts/ScriptBotPage.tsx').then((m) => m.ScriptBotPage),
    },
  ],
};
