import { z } from 'zod';
import type { Sim } from '../../sim/sim.ts';
import { emitReserve } from './emit.ts';
import { Id, Ids, type Serve } from './serve.ts';
import { toReserveInfo } from '../state/shapes.ts';
import type { Reserve } from '../state/state.ts';

/** Reads of table reserves. */
export function serveReserves(serve: Serve): void {
  serve.call(
    '1/reserve/available_organizations',
    z.strictObject({ returnAdditionalInfo: z.boolean().nullish() }),
    (call) => ({
      organizations: call.state.organizations
        .filter(({ id }) => call.login.organizationIds.includes(id))
        .map(({ id, name }) => ({ responseType: 'Simple', id, name })),
    }),
  );
  const ByIds = z.strictObject({ organizationId: Id, reserveIds: Ids });
  serve.call('1/reserve/status_by_id', ByIds, ({ state, body, organization }) => {
    const { id } = organization(body.organizationId);
    const reserves = state.reserves.filter((one) => one.organizationId === id && body.reserveIds.includes(one.id));
    return { reserves: reserves.map((one) => toReserveInfo(state, one)) };
  });
}

type Change = { [Field in keyof Reserve]?: Reserve[Field] | undefined };

/** Records a change of a reserve and sends its event. */
export function changeReserve(sim: Sim, reserve: Reserve, change: Change, isSilent: boolean): Reserve {
  Object.assign(reserve, Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)));
  reserve.changedAt = Math.max(sim.clock.now(), reserve.changedAt + 1000);
  if (!isSilent) emitReserve(sim, reserve);
  sim.changed('iiko');
  return reserve;
}
