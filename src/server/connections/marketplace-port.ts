import type { MarketplaceKind } from '#contract/connections/marketplace.ts';
import type { Requester, ProviderResult, SourceContext } from './port.ts';

/** Every marketplace the product is listed in. */
export type Marketplaces = ReadonlyMap<MarketplaceKind, Marketplace>;

/** Context of actions that call marketplaces. */
export type MarketplaceContext = SourceContext & { readonly marketplaces: Marketplaces };

/** A branch and an application, by the vendor's ids. */
export type Application = { branchId: string; applicationId: string };

/**
 * Status of the application for a branch at the vendor.
 *
 * - `pending`: the owner consented and the vendor waits for our activation.
 * - `active`: activated; our system user reads the branch.
 * - `frozen`: the paid period is over.
 * - `none`: not installed, or not any more.
 * - `unknown`: a status the vendor does not document.
 */
export type MarketplaceStatus = 'pending' | 'active' | 'frozen' | 'none' | 'unknown';

/**
 * A vendor's marketplace, called with our partner token alone. Calls return the vendor's refusals and do not throw for
 * them.
 */
export type Marketplace = {
  kind: MarketplaceKind;
  statusOf(requester: Requester, application: Application): Promise<ProviderResult<MarketplaceStatus>>;
  /**
   * Finishes an install: our system user joins the branch, and its webhooks begin to post to `webhookUrl`. Safe to
   * repeat:
   * a branch that is active already is reported as active.
   *
   * @param apiKey by which the vendor would call us; not stored
   */
  activate(
    requester: Requester,
    application: Application,
    given: { webhookUrl: string; apiKey: string },
  ): Promise<ProviderResult<null>>;
  /** Uninstalls the application from the branch. Safe to repeat. */
  uninstall(requester: Requester, application: Application): Promise<ProviderResult<null>>;
};
