import { Radio, Stack, Switch } from '@mantine/core';
import type { BookingBotSettings, getBookingBot } from '#contract/chatbots/calls.ts';
import { BOOKING_BOT_VARIABLES } from '#contract/chatbots/values.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { PlaceFields } from '#web/chatbots/PlaceFields.tsx';
import { wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LanguageTexts, type TextChoice } from '#web/texts/editor/LanguageTexts.tsx';

export type UsualTexts = ReplyOf<typeof getBookingBot>['usual'];

type Fields = {
  settings: BookingBotSettings;
  change: (change: Partial<BookingBotSettings>) => void;
  errorOf: (path: string) => string | undefined;
};

type Props = Fields & {
  isMain: boolean;
  usual: UsualTexts;
  shown: TextChoice;
  onShow: (shown: TextChoice) => void;
};

/** Where a bot answers, what becomes of a cancelled visit, and its replies. */
export function BotFields({ isMain, usual, shown, onShow, ...fields }: Props) {
  const t = useTexts();
  const { settings, change } = fields;
  return (
    <>
      <Switch
        label={t('chatbots:booking.enabled')}
        description={t('chatbots:booking.enabled_help')}
        checked={settings.isEnabled}
        onChange={({ currentTarget }) => change({ isEnabled: currentTarget.checked })}
      />
      {!isMain && <PlaceFields {...fields} help={t('chatbots:booking.place_help')} />}
      <Radio.Group
        label={t('chatbots:booking.cancelling')}
        value={settings.removeOnCancel ? 'remove' : 'keep'}
        onChange={(value) => change({ removeOnCancel: value === 'remove' })}
      >
        <Stack gap="xs" mt="xs">
          {(['remove', 'keep'] as const).map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`chatbots:booking.cancel_by.${one}`)}
              description={t(`chatbots:booking.cancel_help.${one}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <ReplyText {...fields} name="confirmTexts" usual={usual} shown={shown} onShow={onShow} />
      <ReplyText {...fields} name="cancelTexts" usual={usual} shown={shown} onShow={onShow} />
    </>
  );
}

type ReplyTextProps = Fields & Omit<Props, keyof Fields | 'isMain'> & { name: 'confirmTexts' | 'cancelTexts' };

/** The ready-made reply, or the owner's own, which begins as the ready-made one is. */
function ReplyText({ name, settings, change, errorOf, usual, shown, onShow }: ReplyTextProps) {
  const t = useTexts();
  const texts = settings[name];
  const nameOf = (one: string) => {
    const known = wordIn(BOOKING_BOT_VARIABLES, one);
    return known ? `[${t(`texts:variables.${known}`)}]` : `{${one}}`;
  };
  return (
    <div>
      <Switch
        label={t(`chatbots:booking.own.${name}`)}
        description={texts ? undefined : usual[name].default.replaceAll(/\{(\w+)\}/g, (_, one: string) => nameOf(one))}
        checked={texts !== null}
        mb="sm"
        onChange={({ currentTarget }) => change({ [name]: currentTarget.checked ? usual[name] : null })}
      />
      {texts && (
        <LanguageTexts
          label={t(`chatbots:booking.text.${name}`)}
          texts={texts}
          shown={shown}
          onShow={onShow}
          isByChoice
          offered={BOOKING_BOT_VARIABLES}
          errorOf={(language) => errorOf(`settings.${name}.${language}`)}
          onChange={(changed) => change({ [name]: changed })}
        />
      )}
    </div>
  );
}
