import { Portal } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';
import { labelOf, type VariableNames } from './variable-names.ts';
import classes from '#web/texts/text.module.css';
import type { Offer } from './use-completion.ts';

/** Pixels of the list at its largest, and of the gap to the line it belongs to. */
const [WIDTH, HEIGHT, GAP] = [280, 264, 6];

type Props = { offer: Offer; names: VariableNames; id: string };

/** The list of variables at the cursor; the focus stays in the text. */
export function VariableOffer({ offer, names, id }: Props) {
  const t = useTexts();
  const { at, variables } = offer;
  const isAbove = at.bottom + GAP + HEIGHT > innerHeight && at.top > HEIGHT;
  const place = {
    left: Math.max(8, Math.min(at.left, innerWidth - WIDTH - 8)),
    ...(isAbove ? { bottom: innerHeight - at.top + GAP } : { top: at.bottom + GAP }),
    width: WIDTH,
    maxHeight: HEIGHT,
  };
  return (
    <Portal>
      <div className={classes.offer} style={place} role="listbox" id={id} aria-label={t('flows:editor.variables')}>
        {variables.map((variable, index) => (
          <button
            key={variable}
            ref={index === offer.active ? intoView : undefined}
            type="button"
            role="option"
            tabIndex={-1}
            id={`${id}.${index}`}
            aria-selected={index === offer.active}
            className={classes.option}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => offer.choose(variable)}
          >
            <span className={classes.chip}>{labelOf(variable, names)}</span>
          </button>
        ))}
      </div>
    </Portal>
  );
}

function intoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}
