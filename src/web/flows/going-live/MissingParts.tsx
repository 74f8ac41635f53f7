import { Button, Text, VisuallyHidden } from '@mantine/core';
import type { FlowToFill } from '#contract/flows/to-fill.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from '#web/flows/flows.module.css';
import type { Missing } from './missing.ts';

/** Number of missing settings of a step, beside its name. */
export function MissingCount({ count }: { count: number }) {
  const t = useTexts();
  if (count === 0) return null;
  return (
    <span className={classes.missing}>
      <span aria-hidden>{count}</span>
      <VisuallyHidden>{t('flows:editor.missing_count', { count })}</VisuallyHidden>
    </span>
  );
}

type Props = { missing: readonly Missing[]; onLeave: (fill: FlowToFill) => void };

/** Missing settings of the open step; those bound to another cabinet may be left empty. */
export function MissingHere({ missing, onLeave }: Props) {
  const t = useTexts();
  if (missing.length === 0) return null;
  const what = missing.map(({ part }) => t(`attention:missing_parts.${part}`)).join(', ');
  return (
    <div>
      <Text size="sm" c="attention" role="status">
        {t('flows:editor.missing_title', { what })}
      </Text>
      {missing.map(
        ({ fill }) =>
          fill && (
            <Button key={fill} variant="subtle" size="compact-md" px={0} onClick={() => onLeave(fill)}>
              {t('flows:editor.leave_unfilled', { what: t(`attention:list.fill.${fill}`) })}
            </Button>
          ),
      )}
    </div>
  );
}
