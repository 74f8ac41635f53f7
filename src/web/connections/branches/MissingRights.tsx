import type { Branch } from '#contract/connections/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from '#web/connections/connections.module.css';

/** Missing rights by their names in the vendor's settings. */
export function MissingRights({ rights }: { rights: Branch['missingRights'] }) {
  const t = useTexts();
  return (
    <ul className={classes.rights}>
      {rights.map((right) => (
        <li key={right}>{t(`connections:right.${right}`)}</li>
      ))}
    </ul>
  );
}
