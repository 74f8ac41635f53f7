import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { useActiveTooltipDataPoints } from 'recharts';

type BarKeys = { children: ReactNode; onKeyDownCapture: (event: KeyboardEvent) => void };

/**
 * Lets Enter open the bar that the arrows have come to: the chart moves among its bars by itself, and opens none.
 *
 * @returns what the chart is given beside its own
 */
export function useBarKeys<Row>(onOpen: (row: Row) => void): BarKeys {
  const active = useRef<Row>(undefined);
  return {
    children: <ActiveRow<Row> onChange={(row) => void (active.current = row)} />,
    onKeyDownCapture: (event) => {
      if (event.key !== 'Enter' || active.current === undefined) return;
      event.stopPropagation(); // NOTE: the chart would take its tooltip away
      onOpen(active.current);
    },
  };
}

/** Inside the chart, where it is known which bar that is. */
function ActiveRow<Row>({ onChange }: { onChange: (row: Row | undefined) => void }) {
  const [row] = useActiveTooltipDataPoints<Row>() ?? [];
  useEffect(() => onChange(row));
  return null;
}
