import { type Room, screensOf } from '#web/lib/pages/room.ts';

const screen = screensOf(async () => (await import('./screens.ts')).SCREENS);

/** AI assistants, which answer contacts by a language model. */
export const assistantsRoom: Room = {
  texts: ['assistants'],
  pages: [
    {
      path: '/flowCopilotBots',
      title: 'assistants:title',
      section: 'assistants',
      access: 'member',
      requires: 'assistants',
      layout: 'shared',
      load: screen('AssistantsPage'),
    },
    {
      path: '/flowCopilotBots/nightBotQuickStart',
      title: 'assistants:night.title',
      section: 'assistants',
      access: 'member',
      layout: 'shared',
      texts: ['channels'],
      load: screen('NightBotPage'),
    },
    {
      path: '/flowCopilotBots/$assistantId',
      title: 'assistants:one',
      section: 'assistants',
      access: 'member',
      requires: 'assistants',
      layout: 'shared',
      load: screen('AssistantPage'),
    },
  ],
  actions: [
    { label: 'assistants:new.title', to: '/flowCopilotBots?new=true', access: 'member' },
    { label: 'assistants:night.new', to: '/flowCopilotBots/nightBotQuickStart', access: 'member' },
  ],
  replyHelp: {
    page: '/flowCopilotBots',
    texts: ['assistants'],
    load: () => import('./suggestions/Suggestion.tsx').then((m) => m.Suggestion),
  },
  widgets: () => import('./widgets.tsx').then((m) => m.assistantsWidgets),
  senders: [
    {
      kind: 'assistant',
      path: (id) => `/flowCopilotBots/${id}`,
      explanation: {
        label: 'senders:assistant.explanation',
        texts: ['assistants', 'cases'],
        load: () => import('./turn/TurnOfMessage.tsx').then((m) => m.TurnOfMessage),
      },
    },
  ],
};
