import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { FIRST_CHANNEL_KIND } from '#contract/channel-kinds.ts';
import { CHANNEL_APPEARANCES, hasWindow } from '#web/channels/channel-appearances.ts';
import type { TemplateMedia } from '#contract/channels.ts';
import type { FlowPreview } from '#contract/flow-trials.ts';
import type { FlowKind, FlowSettings } from '#contract/flows.ts';
import type { Language } from '#contract/primitives.ts';
import { FLOW_VARIABLES } from '#contract/values.ts';
import { RuleWay } from '#web/delivery/RuleWay.tsx';
import { useFormat } from '#web/lib/format.ts';
import { type Text as Texts, useTexts } from '#web/lib/i18n.ts';
import { wordIn } from '#web/lib/known.ts';
import { useSession } from '#web/lib/session.ts';
import { ChoiceBar } from '#web/ui/ChoiceBar.tsx';
import { ClientSwitch } from '#web/ui/ClientSwitch.tsx';
import { Failure } from '#web/ui/Failure.tsx';
import type { PhoneButton, PhoneSkin } from '#web/ui/PhoneBubble.tsx';
import { PhonePreview } from '#web/ui/PhonePreview.tsx';
import { toast } from '#web/ui/toasts.ts';
import { type DrawnMessage, drawMessage } from '#web/texts/drawn-message.ts';
import classes from './flows.module.css';
import { isReport } from './kind-traits.ts';
import { missingText } from './missing-text.ts';
import { phoneText } from '#web/texts/phone-text.ts';
import { seenButtons } from '#web/texts/seen-buttons.ts';
import { useFlowPreview, useSendFlowTest, useTestPhones } from './use-flows.ts';

const SKINS = ['whatsapp', 'telegram', 'sms'] as const;

type Props = {
  kind: FlowKind;
  settings: FlowSettings;
  /** The settings, debounced. */
  settled: FlowSettings;
  /** Language of the preview; absent: each contact's own. */
  language: Language | undefined;
  testPhones: string;
};

/** Phone preview of the message as it is being edited, for several stored contacts. */
export function FlowPreviewPane({ kind, settings, settled, language, testPhones }: Props) {
  const t = useTexts();
  const format = useFormat();
  const session = useSession();
  const [index, setIndex] = useState(0);
  const [view, setView] = useState<'text' | 'template'>('text');
  const [chosenSkin, setSkin] = useState<PhoneSkin | null>(null);
  const preview = useFlowPreview(kind, settled, language);

  if (preview.isPending) return <Skeleton height={520} />;
  if (preview.isError && !preview.data) return <Failure error={preview.error} onRetry={preview.refetch} />;
  const { previews = [], unknownVariables = [], templateLacks = null } = preview.data ?? {};
  const shown = previews[index] ?? previews[0];
  if (!shown) return null;
  const nameOf = (name: string) => {
    const known = wordIn(FLOW_VARIABLES, name);
    return known ? t(`texts:variables.${known}`) : `{${name}}`;
  };
  const sender = session.isAuthenticated ? session.user.tenantName : '';
  const template = view === 'template' ? shown.template : null;
  const skin = template
    ? 'whatsapp'
    : (chosenSkin ?? CHANNEL_APPEARANCES[shown.channelKind ?? FIRST_CHANNEL_KIND].skin);
  const drawn = drawMessage(skin, {
    text: shown.text,
    buttons: seenButtons(shown, settled.content),
    imageUrl: shown.imageUrl,
    file: shown.file,
  });
  const above = template ?? drawn;

  return (
    <Stack gap="sm">
      {(!isReport(kind) || previews.length > 1) && (
        <ClientSwitch
          name={shown.contactName}
          index={previews.indexOf(shown)}
          count={previews.length}
          emptyVariables={shown.emptyVariables.map((name) => t(`texts:variables.${name}`))}
          onChange={setIndex}
        />
      )}
      {unknownVariables.length > 0 && (
        <Text size="sm" c="bad" ta="center">
          {t('flows:editor.unknown_variables', { names: unknownVariables.map((name) => `{${name}}`).join(', ') })}
        </Text>
      )}
      <ChoiceBar
        label={t('flows:editor.channel_label')}
        value={template ? 'template' : skin}
        options={[
          ...SKINS.map((one) => ({ value: one, label: t(`flows:editor.channel.${one}`) })),
          ...(shown.template ? [{ value: 'template' as const, label: t('flows:editor.view.template') }] : []),
        ]}
        onChange={(chosen) => {
          setView(chosen === 'template' ? 'template' : 'text');
          setSkin(chosen === 'template' ? null : chosen);
        }}
      />
      <div className={classes.phone}>
        <PhonePreview
          skin={skin}
          sender={{ name: sender, isVerified: true }}
          clock={shown.sendAt ? format.time(shown.sendAt, shown.timeZone) : undefined}
          messages={[
            {
              key: `${index}`,
              side: 'business',
              text: template ? [{ text: template.text }] : phoneText(shown.runs, drawn.under, nameOf),
              image: above.imageUrl ? { url: above.imageUrl, alt: '' } : undefined,
              file: above.file ? { name: above.file.name, size: endingOf(above.file.name) } : undefined,
              time: shown.sendAt ? format.time(shown.sendAt, shown.timeZone) : '10:00',
              buttons: template ? templateButtons(template) : buttonsOf(drawn),
            },
          ]}
        />
      </div>
      {!template &&
        drawn.notes.map((note) => (
          <Text key={note} size="sm" c={note === 'too_long' ? 'bad' : 'dimmed'} ta="center">
            {t(`flows:editor.note.${note}`, { used: drawn.used, limit: drawn.limit })}
          </Text>
        ))}
      <PreviewNote kind={kind} preview={shown} />
      {shown.channelKind && hasWindow(shown.channelKind) && (
        <Text size="sm" c={shown.template && !isLeftOut(shown) ? 'dimmed' : 'attention'} ta="center">
          {templateNote(shown, templateLacks, t)}
        </Text>
      )}
      <TestSend kind={kind} settings={settings} testPhones={testPhones} preview={shown} />
    </Stack>
  );
}

/** Describes the template sent where free text is not allowed, and the parts of the message it omits. */
function templateNote(preview: FlowPreview, lacks: TemplateMedia | null, t: Texts): string {
  if (lacks) return t(`flows:editor.template_lacks.${lacks}`);
  if (!preview.template) return t('flows:editor.template_lacking');
  return [t('flows:editor.template_note'), isLeftOut(preview) && t('flows:editor.template_without')]
    .filter(Boolean)
    .join(' ');
}

/** Returns whether the template omits the message's picture or document. */
function isLeftOut({ imageUrl, file, template }: FlowPreview): boolean {
  return template !== null && (imageUrl ?? file) !== null && (template.imageUrl ?? template.file) === null;
}

/** When the message would be sent, or why it would not. */
function PreviewNote({ kind, preview }: { kind: FlowKind; preview: FlowPreview }) {
  const t = useTexts();
  const format = useFormat();
  const { skipRule } = preview;
  if (skipRule && skipRule !== 'due') {
    return (
      <>
        <Text size="sm" c="attention" ta="center">
          {t(isReport(kind) ? 'reports:would_not' : 'flows:editor.would_not', { why: t(`delivery:why.${skipRule}`) })}
        </Text>
        <RuleWay rule={skipRule} />
      </>
    );
  }
  if (!preview.sendAt && isReport(kind)) return null;
  return (
    <Text size="sm" c="dimmed" ta="center">
      {preview.sendAt
        ? t('flows:editor.would_leave', { when: format.dateTime(preview.sendAt, preview.timeZone) })
        : t('flows:editor.example')}
    </Text>
  );
}

type TestSendProps = Pick<Props, 'kind' | 'settings' | 'testPhones'> & { preview: FlowPreview };

function TestSend({ kind, settings, testPhones, preview }: TestSendProps) {
  const t = useTexts();
  const own = useTestPhones();
  const send = useSendFlowTest();
  const [phones, setPhones] = useState<string | null>(null);
  const value = phones ?? (testPhones || (own.data ?? []).join(', '));

  const test = () =>
    send.mutate(
      { kind, settings, visitId: preview.visitId, testPhones: value },
      {
        onSuccess: ({ messageIds }) =>
          toast.success({ title: t('flows:editor.test_sent', { count: messageIds.length }) }),
        onError: (error) => toast.error({ title: missingText(error, t) }),
      },
    );
  return (
    <div className={classes.test}>
      <TextInput
        label={t('flows:editor.test_to')}
        inputMode="tel"
        value={value}
        onChange={(event) => setPhones(event.currentTarget.value)}
      />
      <Button variant="default" leftSection={<IconSend size={18} />} loading={send.isPending} onClick={test}>
        {t('flows:editor.test_send')}
      </Button>
    </div>
  );
}

/** Returns the file name extension, e.g. `PDF`. */
function endingOf(name: string): string {
  return (name.split('.').at(-1) ?? '').toUpperCase();
}

function buttonsOf({ buttons }: DrawnMessage): PhoneButton[] {
  return buttons.map(({ type, title }, index) => ({ key: String(index), title, kind: type }));
}

function templateButtons({ buttons }: NonNullable<FlowPreview['template']>): PhoneButton[] {
  return buttons.map((title, index) => ({ key: String(index), title, kind: 'answer' }));
}
