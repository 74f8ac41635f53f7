import { useEffect, useState } from 'react';
import type { FlowToFill } from '#contract/flow-to-fill.ts';
import type { Flow, FlowSettings } from '#contract/flows.ts';
import { reasonsOf, useContractForm } from '#web/lib/form.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { fieldText } from '#web/lib/problem-text.ts';
import { toast } from '#web/ui/toasts.ts';
import type { FlowForm } from './flow-form.ts';
import { useSaveFlow } from './use-flows.ts';

type FlowValues = { title: string; settings: FlowSettings; testPhones: string; settled: FlowToFill[] };

/** The version is not a form field: the base version is kept beside the form. */
const loadBody = async () => (await import('#contract/flows.ts')).saveFlow.body.omit({ baseVersion: true });

/** Choice after another member saved: take the saved version or keep the own one. */
export type Overtaking = { takeTheirs: () => void; keepMine: () => void };

/**
 * The form of one flow.
 *
 * When another member saves meanwhile, the form takes over their version as long as nothing was typed here; otherwise
 * the
 * person chooses, and until then the server refuses a save. A saved version equal to the form's is the person's own:
 * the
 * save succeeded and its reply was lost.
 *
 * @param onRenew remounts with the saved flow
 */
export function useFlowForm(flow: Flow, onRenew: () => void) {
  const t = useTexts();
  const save = useSaveFlow(flow.id);
  const [baseVersion, setBaseVersion] = useState(flow.version);
  const editor = useContractForm<FlowValues>({
    schema: loadBody,
    initial: valuesOf(flow),
    draftKey: `flows.${flow.id}.${baseVersion}`,
    submit: async (values) => {
      const saved = await save.mutateAsync({ ...values, baseVersion });
      setBaseVersion(saved.version);
      form.resetDirty(values);
      toast.success({ title: t('flows:editor.saved') });
    },
  });
  const { form, isBusy } = editor;
  const isOvertaken = flow.version > baseVersion && !isBusy;
  const isWritten = form.isDirty() && !isSaved(form.getValues(), flow);
  useEffect(() => {
    if (isOvertaken && !isWritten) onRenew();
  }, [isOvertaken, isWritten, onRenew]);

  return {
    editor,
    bind: bindSections(flow, form, t),
    /** Confirms that a setting bound to another cabinet stays empty here. */
    leaveUnfilled: (fill: FlowToFill) => form.setFieldValue('settled', [...form.getValues().settled, fill]),
    overtaken: isOvertaken && isWritten ? { takeTheirs: onRenew, keepMine: () => setBaseVersion(flow.version) } : null,
  };
}

type Form = ReturnType<typeof useContractForm<FlowValues>>['form'];

/** Builds the props of sections; an error disappears when its field is corrected. */
function bindSections({ kind }: Flow, form: Form, t: ReturnType<typeof useTexts>): FlowForm {
  const values = form.getValues();
  return {
    kind,
    settings: values.settings,
    change: (change) => {
      const settings = { ...values.settings, ...change };
      form.setFieldValue('settings', settings);
      void clearMended(form, { ...values, settings });
    },
    errorOf: (path) => {
      const error = form.errors[path];
      return typeof error === 'string' ? fieldText(error, t) : undefined;
    },
  };
}

async function clearMended(form: Form, values: FlowValues): Promise<void> {
  const wrong = Object.keys(form.errors).filter((path) => path.startsWith('settings'));
  if (wrong.length === 0) return;
  const reasons = reasonsOf(await loadBody(), values);
  for (const path of wrong) if (!reasons[path]) form.clearFieldError(path);
}

function isSaved(typed: FlowValues, flow: Flow): boolean {
  const wordsOf = ({ title, settings, testPhones }: FlowValues) => JSON.stringify([title, settings, testPhones]);
  return wordsOf(typed) === wordsOf(valuesOf(flow));
}

function valuesOf({ title, settings, testPhones }: Flow): FlowValues {
  return { title, settings, testPhones: testPhones.join(', '), settled: [] };
}
