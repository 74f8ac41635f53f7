import { digits } from '../cast/people.ts';
import type { Sim } from '../sim/sim.ts';
import type { PlatformState } from './state.ts';
import { VENDORS, type Vendor, type VendorName } from './vendors.ts';

/** One vendor's platform: its peculiarities, its data, and the world around it. */
export type Platform = {
  sim: Sim;
  vendor: Vendor;
  /** NOTE: replaced as a whole by `reset`; read it each time. */
  readonly state: PlatformState;
  /** Says that its visits or clients are different now. */
  changed(): void;
};

export function platformOf(sim: Sim, name: VendorName): Platform {
  return {
    sim,
    vendor: VENDORS[name],
    get state() {
      return sim.state[name];
    },
    changed: () => sim.changed(name),
  };
}

/** The digits of a phone as the vendor keeps them. */
export function phoneDigits({ vendor }: Platform, phone: string): string {
  return vendor.isRussian ? digits(phone) : phone.replaceAll(/\D/g, '');
}
