import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { CHANNEL_KIND_NAMES, FIRST_CHANNEL_KIND } from '#contract/channels/kinds.ts';
import type { TemplateMedia } from '#contract/channels/calls.ts';
import { smsSize } from '#contract/texts/sms-size.ts';
import type { ContactPreview } from '#contract/texts/previews.ts';
import type { TextContent } from '#contract/texts/calls.ts';
import { TEXT_VARIABLES } from '#contract/texts/values.ts';
import { CHANNEL_APPEARANCES, hasWindow } from '#web/channels/channel-appearances.ts';
import { useChannels } from '#web/channels/use-channels.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { useSession } from '#web/lib/api/session.ts';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { ClientSwitch } from '#web/ui/layout/ClientSwitch.tsx';
import type { PhoneButton, PhoneSkin } from '#web/ui/preview/PhoneBubble.tsx';
import { PhonePreview } from '#web/ui/preview/PhonePreview.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import classes from '#web/texts/content.module.css';
import { type DrawnMessage, drawMessage } from '#web/texts/editor/drawn-message.ts';
import { attachedFile } from './attached-file.ts';
import { phoneText } from './phone-text.ts';
import { seenButtons } from '#web/texts/message/seen-buttons.ts';

const SKINS = ['whatsapp', 'telegram', 'sms'] as const;
const FORMS = ['first', 'reply'] as const;

const TEMPLATES_PATH = '/accounts/templates';
const WINDOWED_KIND = CHANNEL_KIND_NAMES.find(hasWindow) ?? FIRST_CHANNEL_KIND;

/** Returns whether a channel that looks so allows free text only for a while after the contact wrote. */
const isSkinWindowed = (skin: PhoneSkin) =>
  CHANNEL_KIND_NAMES.some((kind) => CHANNEL_APPEARANCES[kind].skin === skin && hasWindow(kind));

type Props<Preview extends ContactPreview> = {
  previews: readonly Preview[];
  content: TextContent;
  unknownVariables: readonly string[];
  templateLacks: TemplateMedia | null;
  /** Whether a channel allows free text only for a while after the contact wrote. */
  isWindowed: boolean;
  /** Leaves the contact's name out where there is only one preview. */
  isNameless?: boolean;
  /** Under the phone of a contact. */
  note?: (shown: Preview) => ReactNode;
  /** Below everything. */
  foot?: (shown: Preview) => ReactNode;
};

/** Messages to several contacts on a phone, one after another, in the channel and form a person chooses. */
export function MessagePhones<Preview extends ContactPreview>(props: Props<Preview>) {
  const { previews, content, unknownVariables, templateLacks, isWindowed, isNameless = false, note, foot } = props;
  const t = useTexts();
  const format = useFormat();
  const session = useSession();
  const [index, setIndex] = useState(0);
  const [chosenForm, setForm] = useState<'first' | 'reply' | null>(null);
  const [chosenSkin, setSkin] = useState<PhoneSkin | null>(null);
  const connected = (useChannels().data ?? []).map(({ kind }) => kind);
  const shown = previews[index] ?? previews[0];
  if (!shown) return null;
  const nameOf = (name: string) => {
    const known = wordIn(TEXT_VARIABLES, name);
    return known ? t(`texts:variables.${known}`) : `{${name}}`;
  };
  const sender = session.isAuthenticated ? session.user.tenantName : '';
  const own = shown.channelKind ?? FIRST_CHANNEL_KIND;
  const skin = chosenSkin ?? CHANNEL_APPEARANCES[own].skin;
  const hasForms = isWindowed && isSkinWindowed(skin);
  const form = hasForms ? (chosenForm ?? (shown.form === 'text' && hasWindow(own) ? 'reply' : 'first')) : 'reply';
  const template = form === 'first' ? shown.template : null;
  const isSent = form === 'reply' || template !== null;
  const drawn = drawMessage(
    skin,
    {
      text: shown.text,
      buttons: seenButtons(shown, content),
      imageUrl: shown.imageUrl,
      file: shown.file,
    },
    [own, ...connected],
  );
  const above = template ?? drawn;

  return (
    <Stack gap="sm">
      {(!isNameless || previews.length > 1) && (
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
        value={skin}
        options={SKINS.map((one) => ({ value: one, label: t(`flows:editor.channel.${one}`) }))}
        onChange={setSkin}
      />
      {hasForms && (
        <ChoiceBar
          label={t('flows:editor.form.form_label')}
          value={form}
          options={FORMS.map((one) => ({ value: one, label: t(`flows:editor.form.${one}`) }))}
          onChange={setForm}
        />
      )}
      {template && (
        <Text size="sm" c="dimmed" ta="center">
          {t('flows:editor.form.named', { name: template.name })}
        </Text>
      )}
      {!isSent && <NoFirstMessage templateLacks={templateLacks} />}
      <div className={classes.phone}>
        <PhonePreview
          skin={skin}
          sender={{ name: sender, isVerified: true }}
          measureSms={smsSize}
          clock={shown.sendAt ? format.time(shown.sendAt, shown.timeZone) : undefined}
          messages={
            isSent
              ? [
                  {
                    key: `${index}`,
                    side: 'business',
                    text: template ? [{ text: template.text }] : phoneText(shown.runs, drawn.under, nameOf),
                    image: above.imageUrl ? { url: above.imageUrl, alt: '' } : undefined,
                    ...attachedFile(above.file),
                    time: shown.sendAt ? format.time(shown.sendAt, shown.timeZone) : '10:00',
                    buttons: template ? templateButtons(template) : buttonsOf(drawn),
                  },
                ]
              : []
          }
        />
      </div>
      {form === 'reply' &&
        drawn.notes.map((one) => (
          <Text key={one} size="sm" c={one === 'too_long' ? 'bad' : 'dimmed'} ta="center">
            {t(`flows:editor.note.${one}`, { used: drawn.used, limit: drawn.limit })}
          </Text>
        ))}
      {note?.(shown)}
      {template && (
        <Text size="sm" c={isLeftOut(shown) ? 'attention' : 'dimmed'} ta="center">
          {t('flows:editor.template_note')} {isLeftOut(shown) && t('flows:editor.template_without')}
        </Text>
      )}
      {foot?.(shown)}
    </Stack>
  );
}

/** Explains that the first message cannot be sent, with the way to make its template. */
function NoFirstMessage({ templateLacks }: { templateLacks: TemplateMedia | null }) {
  const t = useTexts();
  const canOpen = useCanOpen();
  if (templateLacks)
    return <TroubleAlert tone="attention">{t(`flows:editor.template_lacks.${templateLacks}`)}</TroubleAlert>;
  return (
    <TroubleAlert tone="attention" title={t('flows:editor.form.nothing')}>
      {t('flows:editor.form.nothing_way')}{' '}
      <Anchor
        component={Link}
        to={canOpen(TEMPLATES_PATH) ? TEMPLATES_PATH : CHANNEL_APPEARANCES[WINDOWED_KIND].path}
        inherit
        underline="always"
      >
        {t('flows:editor.form.ways')}
      </Anchor>
    </TroubleAlert>
  );
}

/** Returns whether the template omits the message's picture or document. */
function isLeftOut({ imageUrl, file, template }: ContactPreview): boolean {
  return template !== null && (imageUrl ?? file) !== null && (template.imageUrl ?? template.file) === null;
}

/** Returns the file name extension, e.g. `PDF`. */
function buttonsOf({ buttons }: DrawnMessage): PhoneButton[] {
  return buttons.map(({ type, title }, index) => ({ key: String(index), title, kind: type }));
}

function templateButtons({ buttons }: NonNullable<ContactPreview['template']>): PhoneButton[] {
  return buttons.map((title, index) => ({ key: String(index), title, kind: 'answer' }));
}
