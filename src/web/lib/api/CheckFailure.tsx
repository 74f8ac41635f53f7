import type { ProblemCode } from '#contract/problems.ts';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { isRefused } from './call-errors.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { textIn, wordIn } from './known.ts';

type Props<Trouble extends string> = {
  /** Error of the call; nothing is drawn without one. */
  error: unknown;
  /** The refusal with `{ trouble, text }`. */
  code: ProblemCode;
  troubles: readonly Trouble[];
  /** The title of any other failure. */
  failed?: string | undefined;
  words: (trouble: Trouble, said: string) => { title: string; todo: string; note: string };
};

/** Why an outside service refused the credentials: what to do, then its own text. */
export function CheckFailure<Trouble extends string>({ error, code, troubles, failed, words }: Props<Trouble>) {
  if (!error) return null;
  const details = isRefused(error, code) ? error.details : {};
  const trouble = wordIn(troubles, details['trouble']);
  const text = textIn(details['text']);
  if (!trouble) return <FormFailure error={error} title={failed} />;
  const { title, todo, note } = words(trouble, text ?? '');
  return (
    <TroubleAlert tone="bad" title={title} note={text && note}>
      {todo}
    </TroubleAlert>
  );
}
