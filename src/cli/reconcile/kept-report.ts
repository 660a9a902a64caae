/** Reports of reconciliations, kept in the data folder for later questions. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../command.ts';

function reportFile(context: Context, ending: string): string {
  const folder = join(context.config.dataFolder, 'witness', 'reports');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return join(folder, `${new Date().toISOString().replaceAll(':', '-')}${ending}`);
}

/** @returns the file */
export function keep(context: Context, lines: string[]): string {
  const file = reportFile(context, '.txt');
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  return file;
}

/** Numbers whose lists are not in the database. @returns the file */
export function keepNumbers(context: Context, rows: string[]): string {
  const file = reportFile(context, '-numbers.csv');
  const header = 'client,list,phone,submitted';
  writeFileSync(file, `${[header, ...rows].join('\n')}\n`, { mode: 0o600 });
  return file;
}
