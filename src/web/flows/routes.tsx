import { loadTexts } from '#web/lib/i18n.ts';
import type { Room } from '#web/lib/room.ts';
import { useFlowsNotice } from './use-flows-notice.ts';

/** Automations that message customers when something happens to a visit. */
export const flowsRoom: Room = {
  texts: ['flows', 'flowlist', 'policy', 'message'],
  useNotice: useFlowsNotice,
  pages: [
    {
      path: '/flows',
      title: 'flows.title',
      access: 'member',
      layout: 'shared',
      load: () => import('./FlowsPage.tsx').then((m) => m.FlowsPage),
    },
    {
      path: '/flows/EditTextInFlows',
      title: 'flowlist.texts.title',
      access: 'member',
      layout: 'shared',
      load: () => import('./EditTextsPage.tsx').then((m) => m.EditTextsPage),
    },
    {
      path: '/flows/edit/$workflowId/{-$step}',
      title: 'flows.edit_title',
      access: 'member',
      layout: 'shared',
      load: async () => {
        const [page] = await Promise.all([import('./FlowEditorPage.tsx'), loadTexts(['conditions'])]);
        return page.FlowEditorPage;
      },
    },
  ],
  actions: [{ label: 'flows.new', to: '/templates', access: 'member' }],
};
