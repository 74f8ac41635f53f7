import type { Room } from '#web/lib/pages/room.ts';
import { searchMailings } from './list/search-mailings.ts';

/** Messages that are sent once to many contacts. */
export const mailingsRoom: Room = {
  texts: ['mailings', 'flows', 'texts'],
  pages: [
    {
      path: '/distributions',
      title: 'mailings:title',
      access: 'member',
      requires: 'mailings',
      layout: 'shared',
      texts: ['transfers', 'bulks', 'attention', 'mailing_runs'],
      load: () => import('./list/MailingsPage.tsx').then((m) => m.MailingsPage),
    },
    {
      path: '/distributions/texts',
      title: 'mailings:texts.title',
      section: 'distributions',
      access: 'member',
      requires: 'mailings',
      layout: 'shared',
      texts: ['versions', 'bulks'],
      load: () => import('./texts/EditTextsPage.tsx').then((m) => m.EditTextsPage),
    },
    {
      path: '/distributions/edit/$mailingId/{-$step}',
      title: 'mailings:edit_title',
      section: 'distributions',
      access: 'member',
      requires: 'mailings',
      layout: 'shared',
      texts: ['cascade'],
      load: () => import('./editor/MailingEditorPage.tsx').then((m) => m.MailingEditorPage),
    },
    {
      path: '/distributions/results/$mailingId',
      title: 'mailing_results:title',
      section: 'distributions',
      access: 'member',
      requires: 'mailings',
      layout: 'shared',
      texts: ['rules', 'mailing_results'],
      load: () => import('./results/MailingResultsPage.tsx').then((m) => m.MailingResultsPage),
    },
  ],
  searches: [{ section: 'distributions', data: 'mailings', find: searchMailings }],
  actions: [{ label: 'mailings:new', to: '/distributions', access: 'member' }],
  senders: [
    {
      kind: 'mailing',
      named: 'senders:mailing.named',
      path: (id) => `/distributions/edit/${id}`,
      templateUse: { text: 'senders:mailing.template_use' },
    },
  ],
  notices: () => import('./notices.ts').then((m) => m.mailingsNotices),
};
