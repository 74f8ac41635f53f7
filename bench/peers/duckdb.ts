import { DuckDBInstance } from '@duckdb/node-api';

const ASKED = 22;

/** Loads visits into DuckDB and asks each question some times. @returns the median milliseconds by question */
export async function askDuckdb(
  csv: string,
  questions: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, number>>> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`create table visits as select * from read_csv('${csv}')`);
  const medians: Record<string, number> = {};
  for (const [name, text] of Object.entries(questions)) {
    const times: number[] = [];
    for (let n = 0; n < ASKED; n++) {
      const startedAt = performance.now();
      await (await connection.runAndReadAll(text)).getRows();
      times.push(performance.now() - startedAt);
    }
    medians[name] = times.slice(2).toSorted((a, b) => a - b)[Math.floor((ASKED - 2) / 2)] ?? 0;
  }
  connection.closeSync();
  return medians;
}
