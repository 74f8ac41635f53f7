import { type Room, screensOf } from '#web/lib/pages/room.ts';
import { searchFlows } from './list/search-flows.ts';
import { useFlowsNotice } from './attention/use-flows-notice.ts';

const screen = screensOf(async () => (await import('./screens.ts')).SCREENS);

const flowPath = (id: string) => `/flows/edit/${id}`;

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
      texts: ['transfers', 'bulks', 'attention'],
      load: screen('FlowsPage'),
    },
    {
      path: '/flows/EditTextInFlows',
      title: 'flows:texts.title',
      access: 'member',
      layout: 'shared',
      texts: ['versions', 'bulks'],
      load: screen('EditTextsPage'),
    },
    {
      path: '/flows/edit/$workflowId/{-$step}',
      title: 'flows:edit_title',
      section: 'flows',
      access: 'member',
      layout: 'shared',
      texts: ['cascade'],
      load: () => import('./editor/FlowEditorPage.tsx').then((m) => m.FlowEditorPage),
    },
  ],
  searches: [{ section: 'flows', data: 'flows', find: searchFlows }],
  actions: [{ label: 'flows:new', to: '/templates', access: 'member', feature: 'addFlowButton' }],
  senders: [
    {
      kind: 'flow',
      named: 'senders:flow.named',
      path: flowPath,
      templateUse: { text: 'senders:flow.template_use' },
    },
    { kind: 'report', path: flowPath },
  ],
  notices: () => import('./notices.ts').then((m) => m.flowsNotices),
};
