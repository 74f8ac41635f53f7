import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import type { ComponentType, ReactElement } from 'react';

type Option = string | { value: string; label: string };

/** What such a field needs to be drawn before its list is there. */
type ChoiceProps = Pick<TextInputProps, 'label' | 'description' | 'error' | 'placeholder' | 'className'> & {
  'aria-label'?: string;
  'aria-invalid'?: TextInputProps['aria-invalid'];
  data?: readonly Option[];
};

type Opened = { autoFocus?: boolean; defaultDropdownOpened?: boolean };

/**
 * Makes a field with a list of choices whose list is loaded when a person reaches for it.
 *
 * Lists that float over a page are 30 KB, and most visits open none. Until then the field looks like itself; when the
 * list comes it opens, and the cursor stays where it is.
 */
export function onDemandChoice<Props extends ChoiceProps & { value?: unknown }>(
  load: () => Promise<ComponentType<Props & Opened>>,
): (props: Props) => ReactElement {
  let loaded: ComponentType<Props & Opened> | null = null;
  const start = async () => (loaded ??= await load());

  return function Choice(props: Props) {
    const [Field, setField] = useState(() => loaded);
    const [isEntered, setEntered] = useState(false);
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the cursor was in the field already
    if (Field) return <Field {...props} autoFocus={isEntered} defaultDropdownOpened={isEntered} />;

    async function enter(): Promise<void> {
      setEntered(true);
      const ready = await start();
      setField(() => ready);
    }
    const { label, description, error, placeholder, className, data = [], value } = props;
    return (
      <TextInput
        label={label}
        description={description}
        error={error}
        placeholder={placeholder}
        className={className}
        aria-label={props['aria-label']}
        aria-invalid={props['aria-invalid']}
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a list that is not there is not controlled
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={false}
        readOnly
        pointer
        value={labelsOf(data, value)}
        rightSection={<IconSelector size={16} aria-hidden />}
        rightSectionPointerEvents="none"
        onPointerEnter={() => void start()}
        onFocus={() => void enter()}
        onBlur={() => setEntered(false)}
      />
    );
  };
}

function labelsOf(data: readonly Option[], value: unknown): string {
  const chosen = [value].flat();
  return data
    .filter((option) => chosen.includes(typeof option === 'string' ? option : option.value))
    .map((option) => (typeof option === 'string' ? option : option.label))
    .join(', ');
}
