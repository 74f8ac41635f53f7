import type { BulkChange } from '#contract/flows/bulk.ts';
import { FlowId, FlowSettings } from '#contract/flows/calls.ts';
import { flowKind } from '#contract/flows/kinds.ts';
import { FLOW_WIRE } from '#contract/flows/wire.ts';
import { mayBeProperty } from '#contract/integrations/event-properties.ts';
import { listApiEventProperties } from '#server/integrations/actions.ts';
import { newId } from '#server/platform/values/ids.ts';
import { commonActions } from '#server/senders/changes/common-actions.ts';
import { defineSender } from '#server/senders/port.ts';
import { withImage } from '#server/senders/transfers/export-rules.ts';
import { getFlow } from './editing/actions.ts';
import { exportFlow, FlowExport } from './editing/export-rules.ts';
import { incomplete } from './editing/guard-actions.ts';
import { importFlow } from './editing/import-actions.ts';
import { checkChangeable, saveIn } from './editing/saving-actions.ts';
import { pause, remove, restore, resume, setTestPhones, switchTo } from './editing/status-actions.ts';
import { countWaiting, listFlowPage } from './listing/list-reads.ts';
import { todayOf } from './scheduling/queue-actions.ts';
import { FLOW_TEXTS } from './settings/own-text-rules.ts';
import { missingInLive, withoutPastEnd } from './settings/settings-guards.ts';
import { findFlowForUpdate, listFlowsById } from './storage/reads.ts';
import type { StoredFlow } from './storage/stored-flows.ts';

export const flowSender = defineSender<StoredFlow, BulkChange, FlowExport>({
  kind: 'flow',
  wire: FLOW_WIRE,
  settings: FlowSettings,
  findForUpdate: findFlowForUpdate,
  get: getFlow,
  checkChangeable,
  async prepareOld(scope, { mode }, old) {
    const missing = mode === 'combat' ? missingInLive(old) : [];
    if (missing.length > 0) throw incomplete(missing, old);
    return { ...old, timing: withoutPastEnd(old.timing, await todayOf(scope, scope.clock.now())) };
  },
  save: saveIn,
  actions: {
    ...commonActions<StoredFlow>({ pause, resume, remove, restore, setTestPhones }),
    mode: {
      prepare: (_, { mode }) => switchTo(mode),
      undo: (flows, { mode }) => [
        {
          change: { action: 'mode', mode: mode === 'test' ? 'combat' : 'test' },
          rows: flows.filter((flow) => flow.mode !== mode),
        },
      ],
    },
  },
  countBefore: async (scope, ids) => ({ waitingMessages: await countWaiting(scope, ids) }),
  texts: {
    ...FLOW_TEXTS,
    list: listFlowPage,
    describe: ({ kind }) => ({ kind }),
    async loadAllowed(scope) {
      const properties = await listApiEventProperties(scope);
      return {
        // A property of the API events that the flow is about has a value too.
        in: ({ kind, settings: { conditions } }) => ({
          isOwn: (name) => flowKind(kind).hasEventProperties && mayBeProperty(name, conditions, properties),
        }),
      };
    },
  },
  copying: {
    exported: FlowExport,
    listById: listFlowsById,
    exportOf: exportFlow,
    notices: { offered: 'flows_offered', taken: 'flows_taken' },
    describe: ({ kind }) => ({ kind }),
    async importFrom(scope, { kind, title, settings, toFill, image }, imageId) {
      const id = newId(FlowId);
      const lost = image !== null && imageId === null ? (['image'] as const) : [];
      const flow = { id, kind, title, settings: withImage(settings, imageId), toFill: [...toFill, ...lost] };
      await importFlow(scope, flow, { memberId: scope.memberId, now: scope.clock.now() });
      return id;
    },
    remove,
  },
});
