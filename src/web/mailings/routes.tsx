import { type Room, screensOf } from '#web/lib/pages/room.ts';
import { searchMailings } from './list/search-mailings.ts';

const screen = screensOf(async () => (await import('./screens.ts')).SCREENS);

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
      load: screen('MailingsPage'),
    },
    {
      path: '/distributions/texts',
      title: 'mailings:texts.title',
      section: 'distributions',
      access: 'member',
      requires: 'mailings',
      layout: 'shared',
      texts: ['versions', 'bulks'],
      load: screen('EditTextsPage'),
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
      load: screen('MailingResultsPage'),
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
