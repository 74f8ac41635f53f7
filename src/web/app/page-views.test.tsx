import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { afterAll, expect, test } from 'vitest';
import { startPageViews } from './page-views.ts';

const site = { url: 'https://stats.example/matomo.php', siteId: '3' };

/** Page views that the service received. */
const received: URLSearchParams[] = [];
const network = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  if (input !== site.url || !(init?.body instanceof URLSearchParams)) return network(input, init);
  received.push(init.body);
  return new Response(null, { status: 204 });
};
afterAll(() => void (globalThis.fetch = network));

async function routerAt(path: string) {
  const root = createRootRoute();
  const routes = ['/flows', '/contacts/$contactId'].map((to) => createRoute({ getParentRoute: () => root, path: to }));
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree: root.addChildren(routes), history });
  await router.load();
  const open = async (to: string) => {
    history.push(to);
    await router.load();
  };
  return { router, open };
}
const views = () => received.map((view) => view.get('url'));

test('every opened page is counted once by its route, without ids and search', async () => {
  const { router, open } = await routerAt('/flows?search=79161113311');
  const end = startPageViews(site, router);
  await expect.poll(views).toEqual(['http://app.localhost/flows']);
  await open('/flows?search=79161113322');
  await open('/contacts/01990000-0000-7000-8000-000000000001');
  await open('/contacts/01990000-0000-7000-8000-000000000002');
  await expect
    .poll(views)
    .toEqual([
      'http://app.localhost/flows',
      'http://app.localhost/contacts/$contactId',
      'http://app.localhost/contacts/$contactId',
    ]);
  expect(Object.fromEntries(received[0] ?? [])).toMatchObject({ idsite: '3', rec: '1', action_name: '/flows' });
  expect(String(received)).not.toMatch(/7916|01990000/);
  end();
  await open('/flows');
  expect(received).toHaveLength(3);
});
