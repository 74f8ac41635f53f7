import type { FlowToFill } from '#contract/flows/to-fill.ts';
import type { Flow, FlowSettings } from '#contract/flows/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useSettings, useVersionedForm } from '#web/lib/forms/versioned-form.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import type { FlowForm } from './flow-form.ts';
import { useSaveFlow } from '#web/flows/use-flows.ts';

type FlowValues = { title: string; settings: FlowSettings; testPhones: string; settled: FlowToFill[] };

/** The version is not a form field: the base version is kept beside the form. */
const loadBody = async () => (await import('#contract/flows/calls.ts')).saveFlow.body.omit({ baseVersion: true });

/**
 * The form of one flow.
 *
 * @param onRenew remounts with the saved flow
 */
export function useFlowForm(flow: Flow, onRenew: () => void) {
  const t = useTexts();
  const save = useSaveFlow(flow.id);
  const { editor, overtaken } = useVersionedForm<FlowValues>({
    schema: loadBody,
    saved: valuesOf(flow),
    version: flow.version,
    draftName: `flows.${flow.id}`,
    isSame: (typed, saved) => wordsOf(typed) === wordsOf(saved),
    submit: async (values, baseVersion) => {
      const saved = await save.mutateAsync({ ...values, baseVersion });
      toast.success({ title: t('flows:editor.saved') });
      return saved;
    },
    onRenew,
  });
  const { form } = editor;
  const bind: FlowForm = { kind: flow.kind, ...useSettings<FlowSettings, FlowValues>(form, loadBody) };

  return {
    editor,
    bind,
    /** Confirms that a setting bound to another cabinet stays empty here. */
    leaveUnfilled: (fill: FlowToFill) => form.setFieldValue('settled', [...form.getValues().settled, fill]),
    overtaken,
  };
}

function wordsOf({ title, settings, testPhones }: FlowValues): string {
  return JSON.stringify([title, settings, testPhones]);
}

function valuesOf({ title, settings, testPhones }: Flow): FlowValues {
  return { title, settings, testPhones: testPhones.join(', '), settled: [] };
}
