import { type Room, screensOf } from '#web/lib/pages/room.ts';

const screen = screensOf(async () => (await import('./screens.ts')).SCREENS);

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
      load: screen('ChatbotsPage'),
    },
    {
      path: '/chatbots/booking',
      title: 'chatbots:booking.main',
      section: 'chatbots',
      access: 'member',
      requires: 'notifications',
      layout: 'shared',
      texts: ['flows', 'texts'],
      load: screen('MainBookingBotPage'),
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
      load: screen('NewBookingBotPage'),
    },
    {
      path: '/chatbots/booking/$chatbotId',
      title: 'chatbots:booking.main',
      section: 'chatbots',
      access: 'member',
      requires: 'notifications',
      layout: 'shared',
      texts: ['flows', 'texts'],
      load: screen('BookingBotPage'),
    },
    {
      path: '/chatbots/script/$botId',
      title: 'chatbots:script.title',
      section: 'chatbots',
      access: 'member',
      requires: 'notifications',
      layout: 'shared',
      texts: ['flows', 'texts'],
      load: screen('ScriptBotPage'),
    },
  ],
};
