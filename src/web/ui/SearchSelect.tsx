import type { SelectProps } from '@mantine/core';
import { onDemandChoice } from './on-demand-choice.tsx';

type Props = Omit<SelectProps, 'data' | 'pointer'> & { data: readonly (string | { value: string; label: string })[] };

/** A choice among many: what was chosen is selected on entering the field, so that typing searches at once. */
export const SearchSelect = onDemandChoice<Props>(async () => (await import('./OpenedSelect.tsx')).OpenedSelect);
