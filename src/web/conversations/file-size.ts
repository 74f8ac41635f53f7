import { useFormat } from '#web/lib/format/format.ts';

const KILOBYTE = 1024;
const MEGABYTE = KILOBYTE * KILOBYTE;

/** `320 KB`, `2.4 MB`, in the language of the moment. */
export function useFileSize(): (bytes: number) => string {
  const format = useFormat();
  return (bytes) =>
    bytes < MEGABYTE
      ? format.number(Math.ceil(bytes / KILOBYTE), { style: 'unit', unit: 'kilobyte' })
      : format.number(bytes / MEGABYTE, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
}
