import { useForm } from '@mantine/form';
import type { FormErrors } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import type { z } from 'zod';
import { useShortcut } from '#web/ui/shortcuts.ts';
import { FIELD_REASONS, type FieldReasons } from '#contract/field-reasons-values.ts';
import { afterPress } from '#web/lib/pages/after-press.ts';
import { fieldReasons } from '#web/lib/api/call-errors.ts';
import { clearDraft, readDraft, writeDraft } from './drafts.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { fieldText, problemText } from '#web/lib/api/problem-text.ts';

type FormValues = Record<string, unknown>;

/** Field to reason; `fieldText` has the words. */
type Reasons<Values> = { [Field in keyof Values]?: string | undefined };

export type ContractForm<Values extends FormValues> = {
  /** Loads the contract's own schema of the call's body, or of a part of it, on first input. */
  schema: () => Promise<z.ZodType>;
  initial: Values;
  /** Submits the form. Errors are shown: fields the server named at the field, the rest above the button. */
  submit: (values: Values) => Promise<unknown>;
  /** Converts the values to the schema's body, where a field of the form has another shape. */
  asBody?: (values: Values) => unknown;
  /** Checks beyond the schema, e.g. that two fields are equal; its reasons replace the schema's. */
  check?: (values: Values) => Reasons<Values> | Promise<Reasons<Values>>;
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
 * A form of `@mantine/form` for a call of the contract.
 *
 * Validates on blur and on submit, focuses the first error, shows the server's reasons on their fields, stores a draft
 * and offers it again, and submits on Ctrl/⌘+S. `form.errors` holds reasons; `field` has their texts.
 */
export function useContractForm<Values extends FormValues>(options: ContractForm<Values>) {
  const { schema, initial, submit, asBody, check, draftKey, secrets = [] } = options;
  const { restoresQuietly = false, focusesFirst = false } = options;
  const t = useTexts();
  const formRef = useRef<HTMLFormElement>(null);
  const focusError = useErrorFocus(formRef);
  const [failure, setFailure] = useState<unknown>(null);
  const [draft, setDraft] = useState(() => (draftKey ? draftOf(draftKey, initial) : undefined));

  const form = useForm<Values>({
    initialValues: restoresQuietly ? { ...initial, ...draft } : initial,
    validate: async (values: Values): Promise<FormErrors> => ({
      ...(await schemaReasons(values)),
      ...definedIn(await check?.(values)),
    }),
    onValuesChange: (values) => {
      schema().catch(() => undefined);
      if (draftKey) writeDraft(draftKey, without(values, secrets));
    },
  });

  async function schemaReasons(values: Values): Promise<FormErrors> {
    try {
      return await reasonsFor(await schema(), asBody?.(values) ?? values);
    } catch {
      return {}; // NOTE: the schema failed to load; the server validates too
    }
  }

  async function send(values: Values): Promise<void> {
    setFailure(null);
    try {
      await submit(values);
      if (draftKey) clearDraft(draftKey);
    } catch (error) {
      showFailure(error);
    }
  }

  function showFailure(error: unknown): void {
    const reasons = Object.entries(fieldReasons(error)).filter(([path]) => fieldOf(path) in initial);
    if (!reasons.some(([path]) => path in initial)) setFailure(error); // NOTE: not every part of a field shows its error
    if (reasons.length === 0) return;
    form.setErrors(Object.fromEntries(reasons.map(([path, named]) => [path, reasonIn(named)])));
    focusError();
  }

  const validateAndSend = form.onSubmit(send, focusError);
  useSaveKey(formRef);
  useFirstFocus(formRef, focusesFirst);

  return {
    form,
    isBusy: form.submitting,
    /** Error of the last submit, unless it belongs to a field. */
    failure,
    failureText: failure === null ? null : problemText(failure, t),
    /** Spread on the `form` element. */
    formProps: {
      ref: formRef,
      noValidate: true,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        // NOTE: Mantine would send unchecked values when a second submit overtakes the first one's validation
        if (form.submitting) event.preventDefault();
        else validateAndSend(event);
      },
    },
    /** Spread on a Mantine input; the reason becomes a text. */
    field: (name: keyof Values & string, type: 'input' | 'checkbox' = 'input') => {
      const reason = form.errors[name];
      const text = typeof reason === 'string' ? fieldText(reason, t) : undefined;
      return {
        ...form.getInputProps(name, { type, withError: false, withFocus: false }),
        error: text,
        'aria-invalid': text ? true : undefined, // NOTE: Mantine marks the frame of a password input, not its field
        onBlur: () => afterPress(() => void form.validateField(name)),
      };
    },
    /** Input from before the page was left; undefined when there is none. */
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

/** Returns the first reason that has a text; a server that names wrong parts of a field gives these instead. */
function reasonIn(reasons: readonly string[]): string {
  return reasons.find((reason) => wordIn(FIELD_REASONS, reason)) ?? (reasons.join(', ') || 'invalid');
}

/** The first reason of each wrong field; loads what checks it. */
export async function reasonsFor(schema: z.ZodType, value: unknown): Promise<FormErrors> {
  const { checkValue } = await import('#contract/field-reasons.ts');
  const fields: FieldReasons = checkValue(schema, value).fields ?? {};
  return Object.fromEntries(Object.entries(fields).map(([path, [reason]]) => [path, reason]));
}

/** Returns the field a path begins with. */
function fieldOf(path: string): string {
  return path.split('.')[0] ?? path;
}

function definedIn(reasons: Record<string, string | undefined> = {}): FormErrors {
  return Object.fromEntries(Object.entries(reasons).filter(([, reason]) => reason !== undefined));
}

function draftOf<Values extends FormValues>(draftKey: string, initial: Values): Partial<Values> | undefined {
  const stored = readDraft(draftKey);
  if (typeof stored !== 'object' || stored === null) return undefined;
  const known = Object.entries(stored).filter(([field]) => field in initial);
  const isChanged = known.some(([field, value]) => JSON.stringify(value) !== JSON.stringify(initial[field]));
  return isChanged ? (Object.fromEntries(known) as Partial<Values>) : undefined; // NOTE: written by this form in this tab
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

/** Submits on Ctrl/⌘+S the form that has the focus, or the only one of the page. */
function useSaveKey(formRef: React.RefObject<HTMLFormElement | null>): void {
  useShortcut('save', () => {
    const focused = document.activeElement?.closest('form');
    const form = focused ?? (document.forms.length === 1 ? formRef.current : null);
    form?.requestSubmit();
  });
}
