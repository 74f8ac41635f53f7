import { useFormat } from './format.ts';

type Props = {
  /** ISO 8601. */
  at: string;
  /** The branch's; without one the cabinet's. */
  zone?: string | undefined;
  /** `near` counts to and from now; `ago` is for the past; `date` has no time. */
  as?: 'near' | 'ago' | 'date' | 'time';
};

/** A time, short; whole on hover, with its zone when that is not the viewer's. */
export function Moment({ at, zone, as = 'near' }: Props) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.dateTime(at, zone)}>
      {format[as](at, zone)}
    </time>
  );
}
