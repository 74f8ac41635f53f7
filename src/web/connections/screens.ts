/** The room's screens; each has the kind of its connections. */
export const SCREENS = {
  connections: () => import('./list/ConnectionsPage.tsx'),
  returning: () => import('./consent/ConsentReturnPage.tsx'),
};
