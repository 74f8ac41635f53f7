import type { ClientConfig } from '#contract/config.ts';
import { isInSupport } from '#web/lib/api/support.ts';

type Site = NonNullable<ClientConfig['pageViews']>;

/** The part of the router that is read. */
type Router = {
  subscribe: (event: 'onResolved', listener: () => void) => () => void;
  state: { location: { pathname: string }; matches: readonly { fullPath: string }[] };
};

/**
 * Counts every opened page, without sampling: its route, e.g. `/flows/edit/$workflowId`, and nothing of the person, the
 * ids in the address, or its search. Support sessions are left out.
 *
 * @returns ends it
 */
export function startPageViews(site: Site, router: Router): () => void {
  let counted: string | undefined;
  const count = () => {
    const { location: at, matches } = router.state;
    if (at.pathname === counted || isInSupport()) return;
    counted = at.pathname;
    send(site, matches.at(-1)?.fullPath ?? '/');
  };
  count();
  return router.subscribe('onResolved', count);
}

function send({ url, siteId }: Site, route: string): void {
  const view = {
    idsite: siteId,
    rec: '1',
    apiv: '1',
    send_image: '0',
    url: location.origin + route,
    action_name: route,
  };
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ ...view, rand: crypto.randomUUID() }),
    mode: 'no-cors', // NOTE: the answer is not read, and the service need not allow our origin
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  }).catch(() => undefined); // NOTE: a view that is not counted must not become an error
}
