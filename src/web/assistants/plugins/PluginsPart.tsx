import type { AssistantId } from '#contract/assistants/calls.ts';
import type { AssistantSettings } from '#contract/assistants/settings.ts';
import type { FieldsProps } from '#web/assistants/settings/fields.ts';
import { Part } from '#web/assistants/settings/Part.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FilesFields } from './FilesFields.tsx';
import { FlowerShopFields } from './FlowerShopFields.tsx';
import { FollowUpFields } from './FollowUpFields.tsx';
import { HandoffFields } from './HandoffFields.tsx';
import { MedflexFields } from './MedflexFields.tsx';
import { RestFields } from './RestFields.tsx';
import { SalonFields } from './SalonFields.tsx';

type Plugins = AssistantSettings['plugins'];

/** A function of the assistant: its settings, null while it is off, and what changes them. */
export type PluginProps<Name extends keyof Plugins> = {
  plugin: Plugins[Name];
  onChange: (plugin: Plugins[Name]) => void;
  /** By a path inside the function's settings, e.g. `notices.0.when`. */
  errorOf: (path: string) => string | undefined;
};

/** Functions of the assistant beside answering. */
export function PluginsPart({ assistantId, settings, change, errorOf }: FieldsProps & { assistantId: AssistantId }) {
  const t = useTexts();
  const { plugins } = settings;
  const of = <Name extends keyof Plugins>(name: Name): PluginProps<Name> => ({
    plugin: plugins[name],
    onChange: (plugin) => change({ plugins: { ...plugins, [name]: plugin } }),
    errorOf: (path) => errorOf(`settings.plugins.${name}.${path}`),
  });
  return (
    <Part title={t('assistants:part.functions')} lead={t('assistants:functions.lead')}>
      <SalonFields name="yclients_salon" {...of('yclients_salon')} />
      <SalonFields name="altegio_salon" {...of('altegio_salon')} />
      <MedflexFields {...of('medflex')} />
      <HandoffFields {...of('human_handoff')} />
      <FilesFields {...of('send_file')} />
      <FollowUpFields {...of('follow_up')} />
      <FlowerShopFields assistantId={assistantId} {...of('flower_shop')} />
      <RestFields assistantId={assistantId} {...of('rest')} />
    </Part>
  );
}
