import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { afterPress } from './after-press.ts';
import { fieldReasons } from './call-errors.ts';
import { clearDraft, readDraft, writeDraft } from './drafts.ts';
import { useTexts } from './i18n.ts';
import { fieldText, problemText } from './problem-text.ts';
import { type Reasons, useFields } from './use-fields.ts';

type FormValues = Record<string, unknown>;

export type ContractForm<Values extends FormValues> = {
  /** Loads the contract's own schema of the call's body, or of a part of it, on first input. */
  schema: () => Promise<z.ZodType>;
  initial: Values;
  /** Submits the form. Errors are shown: fields the server named at the field, the rest above the button. */
  submit: (values: Values) => Promise<unknown>;
  /** Converts the values to the schema's body, where a field of the form has another shape. */
  asBody?: (values: Values) => unknown;
  /** Checks beyond the schema, e.g. that two fields are equal: field → reason. */
  check?: (values: Values) => { [Field in keyof Values]?: string | undefined };
  /** Asynchronous checks before submitting: field → reason. */
  checkLate?: (values: Values) => Promise<{ [Field in keyof Values]?: string | undefined }>;
  /** Key of the draft, which survives a closed page; absent: no draft is stored. */
  draftKey?: string;
  /** Fields that are never stored in a draft. */
  secrets?: readonly (keyof Values & string)[];
  /** Focuses the first empty field; for pages that are only the form. */
  focusesFirst?: boolean;
  /** Restores the draft without asking, for short forms of the member's own data. */
  restoresQuietly?: boolean;
};

/**
 * A form for a call of the contract.
 *
 * Validates on blur and on submit, focuses the first error, shows the server's reasons on their fields, stores a draft
 * and
 * offers it again, and submits on Ctrl/⌘+S.
 */
export function useContractForm<Values extends FormValues>(options: ContractForm<Values>) {
  const {
    schema,
    initial,
    submit,
    asBody,
    check,
    checkLate,
    draftKey,
    secrets = [],
    restoresQuietly = false,
    focusesFirst = false,
  } = options;
  const t = useTexts();
  const formRef = useRef<HTMLFormElement>(null);
  const focusError = useErrorFocus(formRef);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [draft, setDraft] = useState(() => (draftKey ? draftOf(draftKey, initial) : undefined));

  const form = useFields<Values>({
    initial: restoresQuietly ? { ...initial, ...draft } : initial,
    check: async (values) => ({ ...(await reasonsIn(values)), ...check?.(values) }),
    onChange: (values) => {
      schema().catch(() => undefined);
      if (draftKey) writeDraft(draftKey, without(values, secrets));
    },
  });

  async function reasonsIn(values: Values): Promise<Reasons> {
    try {
      return reasonsOf(await schema(), asBody?.(values) ?? values);
    } catch {
      return {}; // NOTE: the schema failed to load; the server validates too
    }
  }

  async function send(values: Values): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      const reasons = (await checkLate?.(values)) ?? {};
      if (Object.keys(reasons).length > 0) return showReasons(reasons);
      await submit(values);
      if (draftKey) clearDraft(draftKey);
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  }

  function showFailure(error: unknown): void {
    const reasons = Object.entries(fieldReasons(error)).filter(([path]) => fieldOf(path) in initial);
    if (!reasons.some(([path]) => path in initial)) setFailure(error); // NOTE: not every part of a field shows its error
    if (reasons.length === 0) return;
    showReasons(Object.fromEntries(reasons.map(([path, [reason = 'invalid']]) => [path, reason])));
  }

  function showReasons(reasons: Reasons): void {
    form.setErrors(reasons);
    focusError();
  }

  const onSubmit = form.onSubmit(send, focusError);
  useSaveKey(formRef);
  useFirstFocus(formRef, focusesFirst);

  return {
    form,
    isBusy,
    /** Error of the last submit, unless it belongs to a field. */
    failure,
    failureText: failure === null ? null : problemText(failure, t),
    /** Spread on the `form` element. */
    formProps: { ref: formRef, onSubmit, noValidate: true },
    /** Spread on a Mantine input; the reason becomes a text. */
    field: (name: keyof Values & string, type: 'input' | 'checkbox' = 'input') => {
      const error = form.errors[name];
      const text = error ? fieldText(error, t) : undefined;
      return {
        ...form.inputProps(name, type),
        error: text,
        'aria-invalid': text ? true : undefined, // NOTE: Mantine marks the frame of a password input, not its field
        onBlur: () => afterPress(() => form.validateField(name)),
      };
    },
    /** Input from before the page was left; null when there is none. */
    draft:
      restoresQuietly || !draft
        ? undefined
        : {
            restore: () => {
              form.setValues({ ...initial, ...draft });
              setDraft(undefined);
            },
            discard: () => {
              if (draftKey) clearDraft(draftKey);
              setDraft(undefined);
            },
          },
  };
}

/** Returns the field a path begins with. */
function fieldOf(path: string): string {
  return path.split('.')[0] ?? path;
}

/** Returns the first reason of each invalid field. */
export function reasonsOf(schema: z.ZodType, values: unknown): Reasons {
  const result = schema.safeParse(values);
  if (result.success) return {};
  const reasons: Reasons = {};
  for (const { path, message } of result.error.issues) reasons[path.join('.')] ??= message;
  return reasons;
}

function draftOf<Values extends FormValues>(draftKey: string, initial: Values): Partial<Values> | undefined {
  const stored = readDraft(draftKey);
  if (typeof stored !== 'object' || stored === null) return undefined;
  const kept = Object.entries(stored).filter(([field]) => field in initial);
  const isChanged = kept.some(([field, value]) => JSON.stringify(value) !== JSON.stringify(initial[field]));
  return isChanged ? (Object.fromEntries(kept) as Partial<Values>) : undefined; // NOTE: written by this form in this tab
}

function without<Values extends FormValues>(values: Values, secrets: readonly string[]): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([field]) => !secrets.includes(field)));
}

/** Returns a function that focuses the first field with an error, once the errors are drawn. */
function useErrorFocus(formRef: React.RefObject<HTMLFormElement | null>): () => void {
  const isWanted = useRef(false);
  useEffect(() => {
    const field = isWanted.current && formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!field) return;
    isWanted.current = false;
    field.focus();
  });
  return () => {
    isWanted.current = true;
  };
}

/** Focuses the first empty field; not on a phone, whose keyboard would cover half the page. */
function useFirstFocus(formRef: React.RefObject<HTMLFormElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !matchMedia('(pointer: fine)').matches) return;
    const inputs = [...(formRef.current?.querySelectorAll('input') ?? [])];
    inputs.find(({ value, type }) => value === '' && type !== 'checkbox')?.focus();
  }, [formRef, isWanted]);
}

/** Submits on Ctrl/⌘+S the form with the focus, or the only one of the page. */
function useSaveKey(formRef: React.RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    function save(event: KeyboardEvent): void {
      if (!(event.ctrlKey || event.metaKey) || event.code !== 'KeyS') return;
      event.preventDefault();
      const form = formRef.current;
      const isMine = form?.contains(document.activeElement) || document.forms.length === 1;
      if (isMine) form?.requestSubmit();
    }
    addEventListener('keydown', save);
    return () => removeEventListener('keydown', save);
  }, [formRef]);
}
