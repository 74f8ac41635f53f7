import { onDemandChoice } from './on-demand-choice.tsx';

type Props = {
  label: string;
  description?: string;
  /** Shown while nothing is chosen. */
  placeholder: string;
  data: string[];
  value: string[];
  onChange: (value: string[]) => void;
};

/** A choice of any number among words; others may be typed. */
export const TagsField = onDemandChoice<Props>(async () => (await import('./OpenedTags.tsx')).OpenedTags);
