import type { TenantId } from '#contract/tenants/ids.ts';
import { networkOf } from '#server/platform/values/ip-address-rules.ts';
import { lossSignal, refuseForm } from '#server/platform/intake/body-pace.ts';
import { Problem } from '#server/platform/values/problem.ts';
import type { UploadLimits } from '#server/platform/intake/upload-limits.ts';
import type { VisitorRequest } from '#server/platform/visitors/visitor-pages.ts';
import { createWorkSlots } from '#server/platform/intake/work-slots.ts';

const RETRY_AFTER_MS = 20_000;
const NO_WAIT = { maxWaiting: 0, maxWaitMs: 0 };

/** The places in which forms with photos arrive. */
export type FormPlaces = {
  /**
   * Reads a form with files once there is a place for the visitor's network; another form at once.
   *
   * @throws {Problem} `file.too_many_at_once`, also when the tenant has as many as one may have
   */
  run<Result>(request: VisitorRequest, tenantId: TenantId, read: () => Promise<Result>): Promise<Result>;
};

export function createFormPlaces({ visitors, visitorsOfTenant }: UploadLimits): FormPlaces {
  const refusal = () => new Problem('file.too_many_at_once', { retryAfterMs: RETRY_AFTER_MS });
  const ofNetworks = createWorkSlots({ ...visitors, refusal });
  // NOTE: those who waited for their tenant would keep others from the place of their network.
  const ofTenants = createWorkSlots({ total: visitors.total, perKey: visitorsOfTenant, ...NO_WAIT, refusal });
  return {
    run: (request, tenantId, read) => {
      if (!request.raw.isMultipart()) return read();
      const ofTenant = () => ofTenants.run(tenantId, read);
      return ofNetworks.run(networkOf(request.ip), ofTenant, {
        left: lossSignal(request.raw),
        yieldSlot: (problem) => refuseForm(request.raw, problem),
      });
    },
  };
}
