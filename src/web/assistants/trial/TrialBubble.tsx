import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useId } from 'react';
import type { TrialMessage } from '#contract/assistants/turns.ts';
import { TurnDetails } from '#web/assistants/turn/TurnDetails.tsx';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './trial.module.css';

type Props = { message: TrialMessage; isOpen: boolean; onToggle: () => void };

/** A message of the trial; one of the assistant explains itself on request. */
export function TrialBubble({ message: { sender, text, at, turn }, isOpen, onToggle }: Props) {
  const t = useTexts();
  const format = useFormat();
  const panel = useId();
  return (
    <div className={classes.line} data-side={sender}>
      <div className={classes.bubble}>
        {text || <em>{t('assistants:trial.nothing_sent')}</em>}
        <time dateTime={at} className={classes.time}>
          {format.time(at)}
        </time>
      </div>
      {turn && (
        <>
          <button
            type="button"
            className={classes.why}
            aria-expanded={isOpen}
            aria-controls={isOpen ? panel : undefined}
            onClick={onToggle}
          >
            {t('assistants:turn.why')}
            {isOpen ? <IconChevronUp size={14} aria-hidden /> : <IconChevronDown size={14} aria-hidden />}
          </button>
          {isOpen && (
            <div id={panel} className={classes.panel}>
              <TurnDetails turn={turn} />
            </div>
          )}
        </>
      )}
    </div>
  );
}

/** Shows that an answer is being written. */
export function Typing() {
  const t = useTexts();
  return (
    <div className={classes.line} data-side="assistant">
      <div className={classes.bubble} role="status" aria-label={t('assistants:trial.typing')}>
        <span className={classes.dots} aria-hidden>
          <i />
          <i />
          <i />
        </span>
      </div>
    </div>
  );
}
