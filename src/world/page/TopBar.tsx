import { ActionIcon, Button, Group, Text, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconArrowUpRight, IconMoon, IconPlayerTrackNext, IconSun } from '@tabler/icons-react';
import { useState } from 'react';
import { act } from './api.ts';
import { KeysButton } from './KeysDialog.tsx';
import { useTexts } from './texts.tsx';
import classes from './TopBar.module.css';
import { useFormat } from './zone.tsx';
import { useAbout, useClock, useNow } from './use-world.ts';

const HOUR_MS = 3_600_000;

type Props = { city: string; onTurn(): void };

/** The clock of the world with its crown, and the way to the cabinet. */
export function TopBar({ city, onTurn }: Props) {
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
      <Clock city={city} onTurn={onTurn} />
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

function Clock({ city, onTurn }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const now = useNow();
  const [turning, setTurning] = useState<string | null>(null);
  const turn = async (name: string, body: unknown) => {
    setTurning(name);
    onTurn();
    await act('POST', '/_sim/clock/turn', body);
    onTurn();
    setTurning(null);
  };
  const button = (name: string, label: string, body: unknown) => (
    <Button
      variant="default"
      loading={turning === name}
      disabled={turning !== null}
      onClick={() => void turn(name, body)}
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
          onClick={() => void turn('next', { to: 'next-event' })}
        >
          <span className={classes.long}>{t('nextEvent')}</span>
          <span className={classes.short}>{t('next')}</span>
        </Button>
        {button('hour', t('plusHour'), { advanceMs: HOUR_MS })}
        {button('day', t('plusDay'), { advanceMs: 24 * HOUR_MS })}
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
  const say = () => {
    if (isTurning) return t('turning');
    if (product === undefined) return '';
    if (product === null) return t('clockAlone');
    if (!product.connected) return t('productAway');
    if (!product.nextEventAt) return t('nothingNext');
    const at = product.nextEventAt;
    const isToday = format.isSameDay(at, now);
    return `${isToday ? '' : `${format.day(at)}, `}${format.time(at)} · ${product.nextEvent ?? ''}`;
  };
  return (
    <div className={classes.next} aria-live="polite">
      <span className={classes.nextLabel}>{t('next')}</span>
      <span className={classes.nextText} title={say()}>
        {say()}
      </span>
    </div>
  );
}

function LanguageSwitch() {
  const { t, language, setLanguage } = useTexts();
  const other = language === 'ru' ? 'EN' : 'RU';
  return (
    <Tooltip label={t('switchLanguage')}>
      <ActionIcon
        size={36}
        variant="default"
        aria-label={`${other}, ${t('switchLanguage')}`}
        onClick={() => setLanguage(language === 'ru' ? 'en' : 'ru')}
      >
        <Text size="xs" fw={700}>
          {other}
        </Text>
      </ActionIcon>
    </Tooltip>
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
