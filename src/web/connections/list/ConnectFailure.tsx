import type { ConnectionKind } from '#contract/connections/calls.ts';
import { CONNECTION_TROUBLES } from '#contract/connections/values.ts';
import { CheckFailure } from '#web/lib/api/CheckFailure.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { troubleWords } from '#web/connections/trouble-words.ts';

/** Why an outside system refused the credentials. */
export function ConnectFailure({ kind, error }: { kind: ConnectionKind; error: unknown }) {
  const t = useTexts();
  const system = t(`app:menu.${kind}`);
  return (
    <CheckFailure
      error={error}
      code="connection.check_failed"
      troubles={CONNECTION_TROUBLES}
      words={(trouble, text) => ({
        ...troubleWords(t, kind, trouble),
        note: t('connections:vendor_says', { system, text }),
      })}
    />
  );
}
