import type { Flow } from '#contract/flows/calls.ts';
import type { FlowToFill } from '#contract/flows/to-fill.ts';
import { call } from '#web/lib/api/api.ts';
import { useSenderForm } from '#web/senders/editor/use-sender-form.ts';

const loadBody = async () => (await import('#contract/flows/calls.ts')).saveFlow.body.omit({ baseVersion: true });

const NOTHING_SETTLED: { settled: FlowToFill[] } = { settled: [] };

/**
 * The form of one flow.
 *
 * @param onRenew remounts with the saved flow
 */
export function useFlowForm(flow: Flow, onRenew: () => void, onSaved?: () => void) {
  const { editor, bind, overtaken } = useSenderForm({
    room: 'flows',
    saved: flow,
    own: NOTHING_SETTLED,
    schema: loadBody,
    put: (body) => call('PUT /api/v1/flows/:flowId', { params: { flowId: flow.id }, body }),
    savedText: 'flows:editor.saved',
    ...(onSaved && { onSaved }),
    onRenew,
  });
  const { form } = editor;
  return {
    editor,
    bind: { kind: flow.kind, ...bind },
    /** Confirms that a setting bound to another cabinet stays empty here. */
    leaveUnfilled: (fill: FlowToFill) => form.setFieldValue('settled', [...form.getValues().settled, fill]),
    overtaken,
  };
}
