import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowRight, IconX } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import classes from './ScenarioMenu.module.css';
import { useTexts } from './texts.tsx';

const HIDDEN = 'world.story-hidden';
const STEPS = [
  ['storyBook', 'storyBookHint'],
  ['storyTurn', 'storyTurnHint'],
  ['storyReply', 'storyReplyHint'],
  ['storySee', 'storySeeHint'],
] as const;

/** Four steps in which a newcomer sees what the product does. */
export function ScenarioMenu() {
  const { t } = useTexts();
  const [isHidden, setHidden] = useState(() => localStorage.getItem(HIDDEN) !== null);
  if (isHidden) return null;

  const hide = () => {
    localStorage.setItem(HIDDEN, '1');
    setHidden(true);
  };
  return (
    <section className={classes.story} aria-label={t('storyTitle')}>
      <ol className={classes.steps}>
        {STEPS.map(([title, hint], index) => (
          <Fragment key={title}>
            {index > 0 && <IconArrowRight size={16} className={classes.arrow} aria-hidden />}
            <li className={classes.step}>
              <span className={classes.number}>{index + 1}</span>
              <span>
                <b>{t(title)}</b>
                <small>{t(hint)}</small>
              </span>
            </li>
          </Fragment>
        ))}
      </ol>
      <Tooltip label={t('hideStory')}>
        <ActionIcon variant="subtle" color="gray" aria-label={t('hideStory')} onClick={hide}>
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
    </section>
  );
}
