import { ActionIcon } from '@mantine/core';
import { useWindowScroll } from '@mantine/hooks';
import { IconArrowUp } from '@tabler/icons-react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Hint } from '#web/ui/feedback/Hint.tsx';

const SCROLLED_PX = 600;

/** The way back to the top of a long page. */
export function ToTop() {
  const t = useTexts();
  const [scroll, scrollTo] = useWindowScroll();
  if (scroll.y < SCROLLED_PX) return null;
  return (
    <Hint label={t('app:to_top')}>
      <ActionIcon
        variant="default"
        size={44}
        radius="50%"
        aria-label={t('app:to_top')}
        onClick={() => scrollTo({ y: 0 })}
      >
        <IconArrowUp size={20} />
      </ActionIcon>
    </Hint>
  );
}
