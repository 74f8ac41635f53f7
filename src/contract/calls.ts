import type { Endpoint } from './endpoint.ts';

/** Every module that declares calls; a new one is added here. */
type Modules =
  | typeof import('./admin/calls.ts')
  | typeof import('./integrations/events.ts')
  | typeof import('./integrations/tokens.ts')
  | typeof import('./audiences/choices.ts')
  | typeof import('./audiences/segments.ts')
  | typeof import('./auth/calls.ts')
  | typeof import('./booking/buttons.ts')
  | typeof import('./booking/calls.ts')
  | typeof import('./channels/cascade.ts')
  | typeof import('./channels/partners.ts')
  | typeof import('./channels/stops.ts')
  | typeof import('./channels/calls.ts')
  | typeof import('./config.ts')
  | typeof import('./connections/stops.ts')
  | typeof import('./connections/calls.ts')
  | typeof import('./contacts/consents.ts')
  | typeof import('./contacts/tags.ts')
  | typeof import('./contacts/calls.ts')
  | typeof import('./conversations/answers.ts')
  | typeof import('./conversations/work.ts')
  | typeof import('./conversations/calls.ts')
  | typeof import('./delivery/calls.ts')
  | typeof import('./flows/bulk.ts')
  | typeof import('./flows/list.ts')
  | typeof import('./flows/reach.ts')
  | typeof import('./gallery/calls.ts')
  | typeof import('./flows/texts.ts')
  | typeof import('./flows/transfers.ts')
  | typeof import('./flows/trials.ts')
  | typeof import('./flows/versions.ts')
  | typeof import('./flows/calls.ts')
  | typeof import('./imports/calls.ts')
  | typeof import('./insights/conversion.ts')
  | typeof import('./insights/results.ts')
  | typeof import('./insights/calls.ts')
  | typeof import('./links/calls.ts')
  | typeof import('./mailings/bulk.ts')
  | typeof import('./mailings/check.ts')
  | typeof import('./mailings/results.ts')
  | typeof import('./mailings/runs.ts')
  | typeof import('./mailings/texts.ts')
  | typeof import('./mailings/transfers.ts')
  | typeof import('./mailings/trials.ts')
  | typeof import('./mailings/versions.ts')
  | typeof import('./mailings/calls.ts')
  | typeof import('./connections/marketplace.ts')
  | typeof import('./onboarding/calls.ts')
  | typeof import('./contacts/opt-outs.ts')
  | typeof import('./orders/calls.ts')
  | typeof import('./channels/pairing-sign-in.ts')
  | typeof import('./channels/pairing.ts')
  | typeof import('./policy/calls.ts')
  | typeof import('./texts/appearance.ts')
  | typeof import('./links/qr-pages.ts')
  | typeof import('./rehearsal/calls.ts')
  | typeof import('./reviews/widgets.ts')
  | typeof import('./reviews/calls.ts')
  | typeof import('./senders/calls.ts')
  | typeof import('./contacts/subscribers.ts')
  | typeof import('./booking/table-requests.ts')
  | typeof import('./templates/calls.ts')
  | typeof import('./visits/calls.ts')
  | typeof import('./waitlist/calls.ts');

type DeclaredIn<Module> = Module extends unknown ? Extract<Module[keyof Module], Endpoint> : never;

/**
 * Every declared call by its method and path, e.g. `GET /api/v1/flows/:flowId`.
 *
 * Types only: a caller names a call by this key, the compiler checks the rest against the declaration, and no
 * declaration is loaded at run time.
 */
export type Calls = { [Call in DeclaredIn<Modules> as `${Call['method']} ${Call['path']}`]: Call };
