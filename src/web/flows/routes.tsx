import type { Room } from '#web/lib/room.ts';
import { useFlowsNotice } from './use-flows-notice.ts';

/** Automations that message customers when something happens to a visit. */
export const flowsRoom: Room = {
  texts: ['flows', 'texts'],
  useNotice: useFlowsNotice,
  pages: [
    {
      path: '/flows',
      title: 'flows:title',
      access: 'member',
      layout: 'shared',
      load: () => import('./FlowsPage.tsx').then((m) => m.FlowsPage),
    },
    {
      path: '/flows/EditTextInFlows',
      title: 'flows:list.texts_title',
      access: 'member',
      layout: 'shared',
      load: () => import('./EditTextsPage.tsx').then((m) => m.EditTextsPage),
    },
    {
      path: '/flows/edit/$workflowId/{-$step}',
      title: 'flows:edit_title',
      section: 'flows',
      access: 'member',
      layout: 'shared',
      texts: ['audiences', 'delivery'],
      load: () => import('./FlowEditorPage.tsx').then((m) => m.FlowEditorPage),
    },
  ],
  actions: [{ label: 'flows:new', to: '/templates', access: 'member' }],
};
