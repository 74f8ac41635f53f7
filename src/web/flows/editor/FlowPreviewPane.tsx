import type { FlowKind, FlowSettings } from '#contract/flows/calls.ts';
import { isForOwner } from '#contract/flows/kinds.ts';
import type { Language } from '#contract/primitives.ts';
import { useFlowPreview } from '#web/flows/use-flows.ts';
import { call } from '#web/lib/api/api.ts';
import { PreviewPane } from '#web/senders/editor/PreviewPane.tsx';

type Props = {
  kind: FlowKind;
  settings: FlowSettings;
  /** The settings, debounced. */
  settled: FlowSettings;
  /** Language of the preview; absent: each contact's own. */
  language: Language | undefined;
  /** Null: no test is offered. */
  testPhones: string | null;
};

/** Phone preview of the message as it is being edited, for several stored contacts. */
export function FlowPreviewPane({ kind, settings, settled, language, testPhones: phones }: Props) {
  const isReport = isForOwner(kind);
  return (
    <PreviewPane
      preview={useFlowPreview(kind, settled, language)}
      content={settled.content}
      words={isReport ? { wouldNot: 'reports:would_not', example: null } : { example: 'flows:editor.example' }}
      isNameless={isReport}
      test={
        phones === null
          ? undefined
          : {
              phones,
              send: ({ visitId }, testPhones) =>
                call('POST /api/v1/flows/test-send', { body: { kind, settings, visitId, testPhones } }),
            }
      }
    />
  );
}
