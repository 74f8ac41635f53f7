import { csvCell } from '#contract/csv-cells.ts';

/** Saves a table as a file that spreadsheets open. */
export function saveTable(name: string, rows: readonly (readonly (string | number)[])[]): void {
  saveFile(`${name}.csv`, new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }));
}

/** Saves a file through the browser. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url)); // NOTE: after the browser has begun to save
}

/** A table as CSV: semicolons, a mark by which spreadsheets know the letters, and no cell that they would compute. */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map((row) => row.map(cellOf).join(';'));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

function cellOf(value: string | number): string {
  return typeof value === 'number' ? String(value) : csvCell(value);
}
