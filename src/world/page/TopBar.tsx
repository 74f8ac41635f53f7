import {
  ActionIcon,
  Button,
  Group,
  NativeSelect,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { IconArrowUpRight, IconMessageForward, IconMoon, IconPlayerTrackNext, IconSun } from '@tabler/icons-react';
import { useState } from 'react';
import { act, showDone } from './api.ts';
import { KeysButton } from './KeysDialog.tsx';
import { type Language, LANGUAGES, useTexts } from './texts.tsx';
import { demoLanguage } from './salon-of-language.ts';
import classes from './TopBar.module.css';
import type { Person } from './types.ts';
import { useFormat } from './zone.tsx';
import { useAbout, useClock, useNow } from './use-world.ts';

const HOUR_MS = 3_600_000;

type Props = {
  city: string;
  /** The person whose phone is held. */
  person: Person | undefined;
  onClockChange(): void;
};

/** The clock of the world with its crown, and the way to the cabinet. */
export function TopBar({ city, person, onClockChange }: Props) {
  const { t } = useTexts();
  const about = useAbout();
  const productUrl = about.data?.productUrl;

  return (
    <header className={classes.bar}>
      <Tooltip label={t('brandHint')}>
        <div className={classes.brand}>
          <span className={classes.mark} aria-hidden />
          <h1>{t('brand')}</h1>
        </div>
      </Tooltip>
      <Clock city={city} person={person} onClockChange={onClockChange} />
      <Group gap={6} wrap="nowrap" className={classes.tools}>
        <KeysButton />
        <LanguageSwitch />
        <SchemeSwitch />
        {productUrl && (
          <Button
            component="a"
            href={productUrl}
            target="frontdesk-cabinet"
            variant="default"
            rightSection={<IconArrowUpRight size={16} />}
            className={classes.cabinet}
          >
            <span className={classes.long}>{t('openCabinet')}</span>
            <span className={classes.short}>{t('cabinet')}</span>
          </Button>
        )}
      </Group>
    </header>
  );
}

function Clock({ city, person, onClockChange }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const now = useNow();
  const [turning, setTurning] = useState<string | null>(null);
  const changeClock = async (name: string, body: unknown) => {
    setTurning(name);
    onClockChange();
    const turned = await act<{ isTurned: boolean }>('POST', '/_sim/clock/turn', body);
    onClockChange();
    setTurning(null);
    return turned?.isTurned ?? true;
  };
  const goToMessage = async ({ name, phone }: Person) => {
    const isTurned = await changeClock('message', { to: 'next-message', phone });
    if (!isTurned) showDone(t('nothingPlanned', { name }));
  };
  const button = (name: string, label: string, body: unknown) => (
    <Button
      variant="default"
      loading={turning === name}
      disabled={turning !== null}
      onClick={() => void changeClock(name, body)}
    >
      {label}
    </Button>
  );

  return (
    <div className={classes.clock}>
      <div className={classes.now} suppressHydrationWarning>
        <span className={classes.time}>{now ? format.time(now) : '··:··'}</span>
        <span className={classes.day}>
          {now && format.day(now)}
          <i> · {city}</i>
        </span>
      </div>
      <div className={classes.crown}>
        <Button
          leftSection={<IconPlayerTrackNext size={16} />}
          loading={turning === 'next'}
          disabled={turning !== null}
          onClick={() => void changeClock('next', { to: 'next-event', language: demoLanguage() })}
        >
          <span className={classes.long}>{t('nextEvent')}</span>
          <span className={classes.short}>{t('next')}</span>
        </Button>
        {person && (
          <Button
            variant="light"
            leftSection={<IconMessageForward size={16} />}
            loading={turning === 'message'}
            disabled={turning !== null}
            aria-label={t('nextMessage', { name: person.name })}
            onClick={() => void goToMessage(person)}
          >
            <span className={classes.long}>{t('nextMessage', { name: person.name })}</span>
            <span className={classes.short}>{person.name}</span>
          </Button>
        )}
        {button('hour', t('plusHour'), { advanceMs: HOUR_MS, stops: true })}
        {button('day', t('plusDay'), { advanceMs: 24 * HOUR_MS, stops: true })}
      </div>
      <NextEvent isTurning={turning !== null} />
    </div>
  );
}

function NextEvent({ isTurning }: { isTurning: boolean }) {
  const { t } = useTexts();
  const format = useFormat();
  const clock = useClock();
  const now = useNow(10_000);
  const product = clock.data?.product;
  const showTime = () => {
    if (isTurning) return t('turning');
    if (product === undefined) return '';
    if (product === null) return t('clockAlone');
    if (!product.connected) return t('productAway');
    const next = product.nextEvents[demoLanguage()];
    if (!next) return t('nothingNext');
    const { at } = next;
    const isToday = format.isSameDay(at, now);
    return `${isToday ? '' : `${format.day(at)}, `}${format.time(at)} · ${next.title}`;
  };
  return (
    <div className={classes.next} aria-live="polite">
      <span className={classes.nextLabel}>{t('next')}</span>
      <span className={classes.nextText} title={showTime()}>
        {showTime()}
      </span>
    </div>
  );
}

const SHORT_NAMES: Readonly<Record<Language, string>> = { ru: 'RU', en: 'EN', pt_br: 'PT', uk: 'UA' };

function LanguageSwitch() {
  const { t, language, setLanguage } = useTexts();
  return (
    <NativeSelect
      aria-label={t('switchLanguage')}
      value={language}
      data={LANGUAGES.map((value) => ({ value, label: SHORT_NAMES[value] }))}
      onChange={({ currentTarget }) => setLanguage(LANGUAGES.find((one) => one === currentTarget.value) ?? language)}
    />
  );
}

function SchemeSwitch() {
  const { t } = useTexts();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const label = isDark ? t('light') : t('dark');
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={36}
        variant="default"
        aria-label={label}
        onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
      >
        {isDark ? <IconSun size={18} /> : <IconMoon size={18} />}
      </ActionIcon>
    </Tooltip>
  );
}
