import * as contract from '#contract/desk/calls.ts';
import type { SourceProviders } from '#server/connections/port.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { getDesk, switchChannel, switchInbox } from './switching-actions.ts';

export function serveDesk(serve: Serve, { sourceProviders }: { sourceProviders: SourceProviders }): void {
  serve(contract.getDesk, (ctx, { params }) => getDesk({ ...ctx, sourceProviders }, params.connectionId));
  serve(contract.switchDeskInbox, (ctx, { params, body }) =>
    switchInbox({ ...ctx, sourceProviders }, { ...params, ...body }),
  );
  serve(contract.switchDeskChannel, (ctx, { params, body }) =>
    switchChannel({ ...ctx, sourceProviders }, { ...params, ...body }),
  );
}
