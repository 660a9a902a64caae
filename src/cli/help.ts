import { commandPrefix, isRelease } from '../version.ts';
import type { Command } from './command.ts';

/** Every command with its summary, for `carillon --help`. */
export function generalHelp(commands: Command[]): string {
  return [
    'Carillon: outbound voice and text campaigns, self-hosted.',
    '',
    `Usage: carillon <command> [options]${isRelease ? '' : `    (in this folder: ${commandPrefix} <command>)`}`,
    '',
    table(commands.map(({ name, summary }) => [name, summary])),
    '',
    'Run "carillon <command> --help" for details. Settings: "carillon config".',
  ].join('\n');
}

/** The commands of one noun, for `carillon client`. */
export function groupHelp(noun: string, commands: Command[]): string {
  return [
    `Usage: carillon ${noun} <command>`,
    '',
    table(commands.map(({ name, words, summary }) => [`${name} ${words}`.trim(), summary])),
  ].join('\n');
}

/** One command in full. */
export function commandHelp({ name, words, summary, options }: Command): string {
  const shown = Object.entries(options).filter(([, { refused }]) => refused === undefined);
  const rows = shown.map(([option, { value, meaning, many }]) => [
    `--${option}${value ? `=${value}` : ''}`,
    many ? `${meaning} May be given several times.` : meaning,
  ]);
  const lines = [summary, '', `Usage: carillon ${name} ${words}`.trimEnd()];
  return rows.length > 0 ? [...lines, '', 'Options:', table(rows)].join('\n') : lines.join('\n');
}

/** Columns under each other, two spaces apart. */
export function table(rows: (string | undefined)[][]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell?.length ?? 0);
    });
  }
  return rows
    .map((row) => row.map((cell, column) => (cell ?? '').padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => `  ${line}`.trimEnd())
    .join('\n');
}
