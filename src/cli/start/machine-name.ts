import { hostname } from 'node:os';

/** What people call this machine: its host name without the domain. */
export function machineName(): string {
  return hostname().split('.')[0] || 'localhost';
}
