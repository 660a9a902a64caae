/** The alerts on states of the installation, as deploy/ has them. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { evaluate, readSamples } from './firing.ts';

interface Rule {
  alert: string;
  expr: string;
}

const names = [
  ...['CarillonNotReady', 'CarillonDatabaseTrouble', 'CarillonJournalTrouble'],
  ...['CarillonHeld', 'CarillonStopped', 'CarillonBackupOld'],
];

/** @throws Error when deploy/ lacks one of them */
export function stateAlerts(): Rule[] {
  const file = new URL('../../deploy/prometheus/carillon-rules.yml', import.meta.url);
  const { groups } = parse(readFileSync(file, 'utf8')) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  return names.map((name) => {
    const rule = rules.find(({ alert }) => alert === name);
    if (!rule) throw new Error(`There is no alert ${name}.`);
    return rule;
  });
}

/** The names of those that fire on a page of metrics, their waiting time left out. */
export function firingOn(page: string): string[] {
  const samples = readSamples(page);
  return stateAlerts()
    .filter(({ expr }) => evaluate(expr, samples).length > 0)
    .map(({ alert }) => alert);
}
