import type { Room } from '#web/lib/pages/room.ts';

/** When customers are written to and how often: one policy for all flows. */
export const policyRoom: Room = {
  texts: ['policy', 'rules', 'senders', 'flows'],
  pages: [
    {
      path: '/contact-policy',
      title: 'policy:title',
      access: 'member',
      layout: 'shared',
      load: () => import('./ContactPolicyPage.tsx').then((m) => m.ContactPolicyPage),
    },
  ],
};
