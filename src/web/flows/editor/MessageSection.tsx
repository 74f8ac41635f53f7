import type { FlowSettings } from '#contract/flows/calls.ts';
import { flowKind, isForOwner } from '#contract/flows/kinds.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { useFlowPreview } from '#web/flows/use-flows.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { MessageFields } from '#web/senders/editor/MessageFields.tsx';
import type { TextChoice } from '#web/texts/editor/LanguageTexts.tsx';
import type { FlowForm } from './flow-form.ts';
import { useOwnNames } from './use-own-names.ts';

type Props = {
  form: FlowForm;
  /** The debounced settings, for the preview. */
  settled: FlowSettings;
  shown: TextChoice;
  onShow: (shown: TextChoice) => void;
};

/**
 * Content of the message. A report is in the cabinet's language alone; texts that an API client set for others stay
 * visible.
 */
export function MessageSection({ form, settled, shown, onShow }: Props) {
  const t = useTexts();
  const { content, conditions } = form.settings;
  const preview = useFlowPreview(form.kind, settled, shown === 'default' ? undefined : shown);
  const own = useOwnNames(form.kind, conditions);
  const kind = flowKind(form.kind);
  const isReport = isForOwner(form.kind);
  const hasLanguages = !isReport || LANGUAGES.some((language) => content.texts[language]?.trim());
  return (
    <MessageFields
      form={form}
      settled={settled}
      previews={preview.data?.previews ?? []}
      shown={shown}
      onShow={hasLanguages ? onShow : undefined}
      variables={[...kind.variables, ...own.offered]}
      isOwn={own.isOwn}
      isMarketing={kind.isMarketing}
      isAboutVisit={kind.subject === 'visit'}
      hasButtons={!isReport || content.buttons.length > 0}
      hasShortLinks={!isReport}
      template={{
        help: t(isReport ? 'reports:template_help' : 'flows:editor.template_help'),
        usual: kind.template,
        title: form.kind,
        category: 'utility',
      }}
    />
  );
}
